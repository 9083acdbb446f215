/** What the CBOR of an mdoc is made of: no big numbers, half floats or indefinite lengths. */
export type Cbor = number | boolean | null | undefined | string | Uint8Array | Cbor[] | CborMap | Tagged
export type CborMap = Map<string | number, Cbor>

/** A tagged item; what was read keeps the bytes it came in, which is what was hashed or signed. */
export class Tagged {
  constructor(
    readonly tag: number,
    readonly value: Cbor,
    readonly raw?: Uint8Array,
  ) {}
}

/** Bytes that are not strict CBOR. */
export class CborError extends Error {}

const MAX_DEPTH = 16

/** `hasByteKeys`: keys may be bytes, too, and are then told by `byteKey`. */
export type Limits = { maxItems: number; hasByteKeys: boolean }

const OF_A_PRESENTATION: Limits = { maxItems: 20_000, hasByteKeys: false }

/** How a key that is bytes stands in a map. */
export const byteKey = (bytes: Uint8Array): string => `h'${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}'`

const TEXT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * One item and nothing after it: no key twice, no more than 16 levels.
 * @throws CborError
 * @see RFC 8949 §3, §5.3.1; ISO/IEC 18013-5 §8.3.1
 */
export function decodeCbor(bytes: Uint8Array, limits = OF_A_PRESENTATION): Cbor {
  const reader = new Reader(bytes, limits)
  const value = reader.item(0)
  if (!reader.isAtEnd()) throw new CborError('bytes after the end')
  return value
}

class Reader {
  private readonly bytes: Buffer
  private at = 0
  private items = 0

  constructor(
    bytes: Uint8Array,
    private readonly limits: Limits,
  ) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  isAtEnd() {
    return this.at === this.bytes.length
  }

  item(depth: number): Cbor {
    if (depth > MAX_DEPTH || ++this.items > this.limits.maxItems) throw new CborError('too deep or too long')
    const start = this.at
    const head = this.take(1)[0] as number
    const [major, info] = [head >> 5, head & 31]
    if (major === 7) return this.simple(info)
    const n = this.length(info)
    if (major === 0) return n
    if (major === 1) return -1 - n
    if (major === 2) return new Uint8Array(this.take(n))
    if (major === 3) return this.text(n)
    if (major === 4) return this.array(n, depth)
    if (major === 5) return this.map(n, depth)
    return new Tagged(n, this.item(depth + 1), this.bytes.subarray(start, this.at))
  }

  private take(n: number): Buffer {
    if (n > this.bytes.length - this.at) throw new CborError('cut short')
    this.at += n
    return this.bytes.subarray(this.at - n, this.at)
  }

  private length(info: number): number {
    if (info < 24) return info
    if (info > 27) throw new CborError('indefinite length')
    const part = this.take(1 << (info - 24))
    const value = info === 27 ? Number(part.readBigUInt64BE()) : part.readUIntBE(0, part.length)
    if (!Number.isSafeInteger(value)) throw new CborError('a number too large')
    return value
  }

  private simple(info: number): Cbor {
    if (info === 20) return false
    if (info === 21) return true
    if (info === 22) return null
    if (info === 23) return undefined
    if (info === 26) return this.take(4).readFloatBE()
    if (info === 27) return this.take(8).readDoubleBE()
    throw new CborError('a simple value that is not known')
  }

  private text(n: number): string {
    try {
      return TEXT.decode(this.take(n))
    } catch (cause) {
      throw cause instanceof CborError ? cause : new CborError('not UTF-8', { cause })
    }
  }

  private array(n: number, depth: number): Cbor[] {
    const items: Cbor[] = []
    for (let i = 0; i < n; i++) items.push(this.item(depth + 1))
    return items
  }

  private map(n: number, depth: number): CborMap {
    const map: CborMap = new Map()
    for (let i = 0; i < n; i++) {
      const item = this.item(depth + 1)
      const key = this.limits.hasByteKeys && item instanceof Uint8Array ? byteKey(item) : item
      if (typeof key !== 'string' && typeof key !== 'number') throw new CborError('a key that is no text or number')
      if (map.has(key)) throw new CborError('a key twice')
      map.set(key, this.item(depth + 1))
    }
    return map
  }
}
