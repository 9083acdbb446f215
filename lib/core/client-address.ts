import { type BlockList, isIP } from 'node:net'

/**
 * Where a request comes from. Whoever connects could write anything into `X-Forwarded-For`, so it is read from its end,
 * and only as far as our own proxies wrote it: the client is the last hop that is none of ours. `Forwarded` is not read:
 * what a proxy in front adds to one of the two it passes on unread in the other.
 * @param peer at the other end of the connection
 * @param forwardedFor the header's value, several of them joined by commas
 * @param isTrusted whether an address is a proxy of ours
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | null | undefined,
  isTrusted: (address: string) => boolean,
): string | null {
  let client = readAddress(peer ?? '')
  const hops = client !== null && isTrusted(client) ? (forwardedFor ?? '').split(',') : []
  while (client !== null && isTrusted(client)) {
    const hop = readAddress(hops.pop() ?? '')
    // What is no address was not written by a proxy that knows where it came from.
    if (hop === null) break
    client = hop
  }
  return client
}

/**
 * An address as text in one form: IPv4 that came as IPv6 is IPv4, a zone or a port is left out.
 * @returns null for anything else
 */
export function readAddress(written: string): string | null {
  const text = written.trim()
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? []
  const [, ported] = /^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const address = (bracketed ?? ported ?? text).replace(/%[^%]*$/, '')
  const version = isIP(address)
  if (version !== 6) return version === 4 ? address : null
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return groups.map((group) => group.toString(16)).join(':')
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [, start = '', last] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [undefined, address]
  const bytes = last?.split('.').map(Number) as [number, number, number, number] | undefined
  const tail = bytes ? `${((bytes[0] << 8) | bytes[1]).toString(16)}:${((bytes[2] << 8) | bytes[3]).toString(16)}` : ''
  const [left = '', right] = `${start}${tail}`.split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [numbers(left), numbers(right ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/**
 * What one customer of a provider commonly has: 256 IPv4 addresses, or an IPv6 /48. A single IPv6 address would be no
 * limit, since everybody has as many as they like.
 * @param address as `readAddress` gives it
 */
export function networkOf(address: string | null): string {
  if (address === null) return 'unknown'
  return isIP(address) === 4 ? `${address.split('.').slice(0, 3).join('.')}.0/24` : `${address.split(':').slice(0, 3).join(':')}::/48`
}

export const isIn =
  (networks: BlockList) =>
  (address: string): boolean =>
    networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
