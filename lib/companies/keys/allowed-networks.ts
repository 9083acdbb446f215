import { isIP } from 'node:net'
import { isIn, readAddress } from '#lib/core/client-address'
import { parseNetworks } from '#lib/core/networks'

/** Networks that one key may be used from. */
export const MOST_NETWORKS = 20

/**
 * Networks in CIDR notation and single addresses, apart by lines, blanks or commas, as the one list they are kept as: each once, the address
 * that of the network, `192.0.2.7` as `192.0.2.7/32`. IPv4 that is written as IPv6 is IPv4, as it is where it comes from.
 * @see RFC 4632 §3.1, RFC 4291 §2.3
 * @returns the entry that is no network, or how many there are where that is too many
 */
export function readNetworks(text: string): { networks: string[] } | { fault: string } | { tooMany: number } {
  const networks: string[] = []
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const network = readNetwork(entry)
    if (network === null) return { fault: entry.slice(0, 60) }
    if (!networks.includes(network)) networks.push(network)
  }
  return networks.length > MOST_NETWORKS ? { tooMany: networks.length } : { networks }
}

function readNetwork(entry: string): string | null {
  const [written = '', bits] = entry.split('/')
  if (isIP(written) === 0 || written.includes('%') || parseNetworks(entry) === null) return null
  const address = readAddress(written) as string
  const isMapped = isIP(written) === 6 && isIP(address) === 4
  const size = isIP(address) === 4 ? 32 : 128
  const prefix = bits === undefined ? size : Number(bits) - (isMapped ? 96 : 0)
  return prefix < 0 ? null : `${cut(address, prefix)}/${prefix}`
}

/** The address with every bit behind the prefix at zero. */
function cut(address: string, prefix: number): string {
  const [separator, width, base] = isIP(address) === 4 ? (['.', 8, 10] as const) : ([':', 16, 16] as const)
  const groups = address.split(separator).map((group, nth) => {
    const kept = Math.min(Math.max(prefix - nth * width, 0), width)
    return Number.parseInt(group, base) & ~(2 ** (width - kept) - 1)
  })
  return groups.map((group) => group.toString(base)).join(separator)
}

/**
 * Whether a key may be used from an address.
 * @param networks as they are kept; none: from anywhere
 * @param address of the client; null where nobody knows it, which is inside of no network
 */
export function isAllowedFrom(networks: readonly string[], address: string | null): boolean {
  if (networks.length === 0) return true
  const list = parseNetworks(networks.join(','))
  return list !== null && address !== null && isIn(list)(address)
}
