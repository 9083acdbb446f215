import { type Cbor, Tagged } from './cbor'

/** What can be written: objects are maps with text keys. */
export type Encodable = Cbor | Buffer | Encodable[] | Map<string | number, Encodable> | { [name: string]: Encodable } | TaggedEncodable
type TaggedEncodable = Tagged

/** Definite lengths, shortest numbers, keys in the order given; a tagged item that was read stays in its bytes. @see RFC 8949 §4.2.1 */
export function encodeCbor(value: Encodable): Buffer<ArrayBuffer> {
  if (value === null) return Buffer.from([0xf6])
  if (value === undefined) return Buffer.from([0xf7])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Tagged) return value.raw ? Buffer.from(value.raw) : Buffer.concat([head(6, value.tag), encodeCbor(value.value)])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)])
  const entries: [string | number, Encodable][] = value instanceof Map ? [...value] : Object.entries(value)
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)])])
}

const ENCODED_CBOR = 24

/** `#6.24(bstr .cbor value)`: what ISO/IEC 18013-5 hashes and signs is wrapped in it. @see RFC 8949 §3.4.5.1 */
export const wrapped = (value: Encodable): Tagged => new Tagged(ENCODED_CBOR, encodeCbor(value))

function head(major: number, n: number): Buffer<ArrayBuffer> {
  if (n < 24) return Buffer.from([(major << 5) | n])
  const [info, size] = n < 0x100 ? [24, 1] : n < 0x10000 ? [25, 2] : n < 0x1_0000_0000 ? [26, 4] : [27, 8]
  const out = Buffer.alloc(1 + size)
  out[0] = (major << 5) | info
  if (size === 8) out.writeBigUInt64BE(BigInt(n), 1)
  else out.writeUIntBE(n, 1, size)
  return out
}
