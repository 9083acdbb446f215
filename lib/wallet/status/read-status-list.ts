import { inflateSync } from 'node:zlib'
import { demand } from '../refusals'

const MAX_INFLATED_BYTES = 16 * 1024 * 1024

/** A status list whose signature was checked. @see Token Status List §4.1 */
export type StatusList = { bits: number; bytes: Uint8Array }

/** @throws WalletRefusal, or what inflating throws */
export function readStatusList(bits: unknown, compressed: Uint8Array): StatusList {
  demand(bits === 1 || bits === 2 || bits === 4 || bits === 8, 'status_unavailable', 'bits')
  return { bits, bytes: inflateSync(compressed, { maxOutputLength: MAX_INFLATED_BYTES }) }
}

/** @returns undefined beyond its end */
export function statusAt({ bits, bytes }: StatusList, index: number): number | undefined {
  const octet = bytes[Math.floor((index * bits) / 8)]
  return octet === undefined ? undefined : (octet >> ((index * bits) % 8)) & ((1 << bits) - 1)
}
