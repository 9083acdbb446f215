import { expect, it } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './judge-address'

it.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['168.63.129.16', false],
  ['168.63.129.17', true],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.0', true],
  ['192.168.0.1', false],
  ['192.0.2.1', false],
  ['198.19.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:93.184.215.14', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::5db8:d70e', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['shop.example', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

it('this machine has more than one address', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopbackAddress)).toEqual([true, true, true])
  expect(['::ffff:127.0.0.1', '128.0.0.1', 'localhost'].map(isLoopbackAddress)).toEqual([false, false, false])
})
