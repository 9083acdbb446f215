import { readAddress } from '#lib/core/client-address'

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const HEAD_BYTES = 16
/** Addresses and whatever a proxy adds to them; ours never need more. */
const MAX_BYTES = 1024

/**
 * What a proxy in front says of a connection.
 * @property address the client's; null when the proxy speaks for itself, as health checks do
 * @property bytes how long the header was
 */
export type ProxyHeader = { address: string | null; bytes: number }

const ADDRESS_BYTES: Record<number, number> = { 1: 4, 2: 16 }

/**
 * Reads a header of the PROXY protocol, version 2.
 * @returns 'incomplete' when more is needed to tell
 * @see https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt §2.2
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader | 'incomplete' | 'invalid' {
  const begun = Math.min(bytes.length, SIGNATURE.length)
  if (!bytes.subarray(0, begun).equals(SIGNATURE.subarray(0, begun))) return 'invalid'
  if (bytes.length < HEAD_BYTES) return 'incomplete'
  const [command = 0, transport = 0] = bytes.subarray(12, 14)
  const length = HEAD_BYTES + bytes.readUInt16BE(14)
  if (command >> 4 !== 2 || length > MAX_BYTES) return 'invalid'
  if (bytes.length < length) return 'incomplete'
  if ((command & 15) === 0) return { address: null, bytes: length }
  if ((command & 15) !== 1) return 'invalid'
  const size = ADDRESS_BYTES[transport >> 4]
  if (size === undefined || (transport & 15) !== 1 || length < HEAD_BYTES + 2 * size + 4) return 'invalid'
  const address = readAddress(textOf(bytes.subarray(HEAD_BYTES, HEAD_BYTES + size)))
  return address === null ? 'invalid' : { address, bytes: length }
}

const textOf = (bytes: Buffer) =>
  bytes.length === 4 ? bytes.join('.') : Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16)).join(':')
