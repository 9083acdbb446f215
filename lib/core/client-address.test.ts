import { expect, it } from 'vitest'
import { clientAddress, isIn, networkOf, readAddress } from './client-address'
import { parseNetworks } from './networks'

const isTrusted = isIn(parseNetworks('10.0.0.0/8, 192.0.2.7, fd00::/8') ?? expect.fail('these are networks'))

it.each([
  ['nobody in front', '198.51.100.1', null, '198.51.100.1'],
  ['a client that writes the header itself', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
  ['one proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['one proxy, a client that wrote a header before it', '10.0.0.1', '1.1.1.1, 2.2.2.2, 203.0.113.9', '203.0.113.9'],
  ['a client that writes a proxy of ours', '10.0.0.1', '10.0.0.9, 203.0.113.9', '203.0.113.9'],
  ['two proxies', '10.0.0.1', '203.0.113.9, 192.0.2.7', '203.0.113.9'],
  ['a client inside our own network', '10.0.0.1', '10.5.5.5', '10.5.5.5'],
  ['a proxy that forwards nothing', '10.0.0.1', null, '10.0.0.1'],
  ['a proxy that forwards an empty header', '10.0.0.1', '', '10.0.0.1'],
  ['a neighbour of the trusted address', '192.0.2.8', '203.0.113.9', '192.0.2.8'],
  ['a proxy reached by IPv6', 'fd00::1', '2001:db8:1:2::3', '2001:db8:1:2:0:0:0:3'],
  ['IPv4 that is written as IPv6', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['the same in hexadecimal', '::ffff:a00:1', '::ffff:cb00:7109', '203.0.113.9'],
  ['a port', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['an IPv6 address with a port', '10.0.0.1', '[2001:db8::1]:4711', '2001:db8:0:0:0:0:0:1'],
  ['a zone', 'fd00::1%eth0', '203.0.113.9', '203.0.113.9'],
  ['garbage', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['garbage in front of a proxy of ours', '10.0.0.1', '203.0.113.9, unknown, 192.0.2.7', '192.0.2.7'],
  ['commas only', '10.0.0.1', ',,,,', '10.0.0.1'],
  ['an address with leading zeros', '10.0.0.1', '010.0.0.1', '10.0.0.1'],
  ['an address with three parts', '10.0.0.1', '203.0.113', '10.0.0.1'],
  ['a thousand hops', '10.0.0.1', `203.0.113.9${', 10.0.0.2'.repeat(1000)}`, '203.0.113.9'],
  ['a connection that is gone', undefined, '203.0.113.9', null],
])('%s', (_, peer, header, client) => expect(clientAddress(peer, header, isTrusted)).toBe(client))

it('trusts nobody unless told to', () =>
  expect(clientAddress('10.0.0.1', '203.0.113.9', isIn(parseNetworks('') ?? expect.fail('no networks are a list, too')))).toBe('10.0.0.1'))

it.each([
  ['198.51.100.77', '198.51.100.0/24'],
  ['::ffff:198.51.100.77', '198.51.100.0/24'],
  ['2001:db8:aaaa:bbbb::1', '2001:db8:aaaa::/48'],
  ['2001:DB8:AAAA:FFFF:1:2:3:4', '2001:db8:aaaa::/48'],
  ['::1', '0:0:0::/48'],
  ['1::', '1:0:0::/48'],
  ['64:ff9b::198.51.100.77', '64:ff9b:0::/48'],
  ['nonsense', 'unknown'],
])('%s belongs to %s', (address, network) => expect(networkOf(readAddress(address))).toBe(network))

it.each(['10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'proxy.example', '10.0.0.0/', '/8', '10.0.0.0/8/8', '10.0.0.1,,10.0.0.2', '*', '10.0.0.0/-1'])(
  '%s is no list of networks',
  (text) => expect(parseNetworks(text)).toBeNull(),
)
