import { BlockList, isIP } from 'node:net'

/**
 * Networks and single addresses, separated by commas: `10.0.0.0/8, 192.0.2.7, fd00::/8`.
 * @returns null when it is not that
 */
export function parseNetworks(text: string): BlockList | null {
  const networks = new BlockList()
  for (const entry of text.trim() === '' ? [] : text.split(',')) {
    const [address = '', bits, ...more] = entry.trim().split('/')
    const version = isIP(address)
    const most = version === 4 ? 32 : 128
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (version === 0 || more.length > 0 || !(prefix <= most)) return null
    networks.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  }
  return networks
}
