import { randomBytes } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Largest multiple of 62 below 256: bytes above it are thrown away so that every character is equally likely. */
const UNBIASED_BELOW = 248

/** Uniform random characters from `alphabet` of 62. 22 characters hold 130 bits, 43 hold 256. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length + 16)) {
      if (byte < UNBIASED_BELOW && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}

export function toBase62(value: number, length: number): string {
  let text = ''
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text
  return text
}

export type IdPrefix = 'cmp' | 'stf' | 'inv' | 'key' | 'app' | 'cli' | 'usr' | 'grt' | 'int' | 'ver' | 'mai' | 'req' | 'rct' | 'msg' | 'tst'

/** A public id: kind prefix and 130 random bits, never serial and never ordered by time. */
export const newId = (prefix: IdPrefix) => `${prefix}_${randomBase62(22)}`

/** Whether a text could be an id of this kind; anything else need not be looked for. */
export const isId = (prefix: IdPrefix, text: string) => text.startsWith(`${prefix}_`) && /^[a-z]{3}_[0-9A-Za-z]{22}$/.test(text)
