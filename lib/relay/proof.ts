import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32 } from '#lib/core/base32'
import { currentKey, keysFor } from '#lib/core/keyring'

type Kind = 'bounce' | 'service-bounce' | 'reply-bounce' | 'loop' | 'test'

const BYTES = 10

const mac = (key: Buffer, kind: Kind, text: string) => createHmac('sha256', key).update(`${kind}\0${text}`).digest().subarray(0, BYTES)

/** 80 bits that only we can make: they show that an address or a header line is ours. 16 base32 characters. */
export const proofOf = (kind: Kind, text: string): string => base32(mac(currentKey('relay').key, kind, text))

/** Compared in constant time, under every master key in use. */
export function isProofOf(kind: Kind, text: string, proof: string): boolean {
  const given = Buffer.from(proof)
  return keysFor('relay').some(({ key }) => {
    const expected = Buffer.from(base32(mac(key, kind, text)))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}
