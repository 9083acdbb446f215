import { expect, it } from 'vitest'
import { isAllowedFrom, MOST_NETWORKS, readNetworks } from './allowed-networks'
import { readKeyPermissions } from './key-permissions'

it.each([
  ['', []],
  [' \n ', []],
  ['192.0.2.7', ['192.0.2.7/32']],
  ['10.1.2.3/8', ['10.0.0.0/8']],
  ['198.51.100.200/25', ['198.51.100.128/25']],
  ['0.0.0.0/0', ['0.0.0.0/0']],
  ['10.0.0.0/8, 10.9.9.9/8\n192.0.2.0/24', ['10.0.0.0/8', '192.0.2.0/24']],
  ['2001:DB8:ABCD:1234::1/56', ['2001:db8:abcd:1200:0:0:0:0/56']],
  ['::1', ['0:0:0:0:0:0:0:1/128']],
  ['::ffff:192.0.2.7', ['192.0.2.7/32']],
  ['::ffff:192.0.2.0/120', ['192.0.2.0/24']],
])('%j is kept as %j', (text, networks) => expect(readNetworks(text)).toEqual({ networks }))

it.each([
  'shop.example',
  '10.0.0/8',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '2001:db8::/129',
  'fe80::1%eth0',
  '[::1]',
  '192.0.2.1:443',
  '::ffff:0.0.0.0/80',
  '*',
])('%j is no network, and is named', (entry) => expect(readNetworks(`192.0.2.0/24\n${entry}`)).toEqual({ fault: entry }))

it('a key has a bounded number of networks', () => {
  const many = (count: number) => Array.from({ length: count }, (_, nth) => `10.0.${nth}.0/24`).join('\n')
  expect(readNetworks(many(MOST_NETWORKS))).toHaveProperty('networks')
  expect(readNetworks(many(MOST_NETWORKS + 1))).toEqual({ tooMany: MOST_NETWORKS + 1 })
})

it.each([
  ['anywhere, without a list', [], '203.0.113.9', true],
  ['anywhere, even from nowhere known', [], null, true],
  ['inside', ['203.0.113.0/24'], '203.0.113.9', true],
  ['beside', ['203.0.113.0/24'], '203.0.114.9', false],
  ['inside of the second', ['192.0.2.0/24', '203.0.113.0/24'], '203.0.113.9', true],
  ['inside by IPv6', ['2001:db8:0:0:0:0:0:0/32'], '2001:db8:1:2:0:0:0:3', true],
  ['beside by IPv6', ['2001:db8:0:0:0:0:0:0/32'], '2001:db9:0:0:0:0:0:1', false],
  ['from an address that nobody knows', ['0.0.0.0/0'], null, false],
])('used %s', (_, networks, address, isAllowed) => expect(isAllowedFrom(networks, address)).toBe(isAllowed))

it.each([
  [['read'], ['read']],
  [
    ['events', 'read', 'read'],
    ['read', 'events'],
  ],
  [[], undefined],
  [['read', 'everything'], undefined],
])('%j ticked is %j', (ticked, permissions) => expect(readKeyPermissions(ticked)).toEqual(permissions))
