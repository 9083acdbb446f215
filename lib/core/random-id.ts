import { randomBytes } from 'node:crypto'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes are drawn in advance: asking the system for a few costs as much as asking for many. Every byte is used once. */
const POOL_BYTES = 4096
let pool = Buffer.alloc(0)
let drawn = 0

function nextByte(): number {
  if (drawn === pool.length) {
    pool = randomBytes(POOL_BYTES)
    drawn = 0
  }
  return pool[drawn++] as number
}

/** Uniform random characters. Bytes above the largest multiple of their number are thrown away, so that each is equally likely. */
export function randomFrom(characters: string, length: number): string {
  const unbiasedBelow = 256 - (256 % characters.length)
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < unbiasedBelow) text += characters[byte % characters.length]
  }
  return text
}

/** 22 characters hold 130 bits, 43 hold 256. */
export const randomBase62 = (length: number): string => randomFrom(BASE62, length)

export function toBase62(value: number, length: number): string {
  let text = ''
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text
  return text
}

type PlainPrefix = 'cmp' | 'key' | 'app' | 'cli' | 'req' | 'msg' | 'lgo' | 'evt' | 'whk' | 'jti'

/** Of rows that are found by their id alone; their ids say on which shard. @see newIdOn */
export type ShardedPrefix = 'usr' | 'grt' | 'int' | 'ver' | 'rct' | 'rpl' | 'tst' | 'mai' | 'wrq' | 'con' | 'stf' | 'inv'

export type IdPrefix = PlainPrefix | ShardedPrefix

/** A public id: kind prefix and 130 random bits, never serial and never ordered by time. */
export const newId = (prefix: PlainPrefix) => `${prefix}_${randomBase62(22)}`

/** The form of an id of this kind. */
export const ID_PATTERN = (prefix: IdPrefix) => `^${prefix}_[0-9A-Za-z]{22}$`

/** Whether a text could be an id of this kind; anything else need not be looked for. */
export const isId = (prefix: IdPrefix, text: string) => text.startsWith(`${prefix}_`) && /^[a-z]{3}_[0-9A-Za-z]{22}$/.test(text)
