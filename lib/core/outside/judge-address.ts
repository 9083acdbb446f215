import { BlockList, isIP } from 'node:net'

/**
 * Where no company's server is: this network, other private ones, everybody at once, addresses kept for examples, and
 * 168.63.129.16, where Azure answers its own machines.
 */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24',
  '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24',
  '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4',
] // biome-ignore format: one glance

/** The same within 2000::/3; of IPv6 nothing outside that is public. Among them are all that carry an IPv4 address inside. */
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const listOf = (networks: string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const notPublic4 = listOf(NOT_PUBLIC_IPV4, 'ipv4')
const notPublic6 = listOf(NOT_PUBLIC_IPV6, 'ipv6')
const global6 = listOf(['2000::/3'], 'ipv6')
const loopback4 = listOf(['127.0.0.0/8'], 'ipv4')

/** @see RFC 6890, the registries of special-purpose addresses at IANA */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic4.check(address, 'ipv4')
  return version === 6 && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

export const isLoopbackAddress = (address: string): boolean => (isIP(address) === 4 ? loopback4.check(address, 'ipv4') : address === '::1')
