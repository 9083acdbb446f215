import { randomBytes } from 'node:crypto'
import type { Prisma } from '#lib/core/db'
import { blindIndex } from '#lib/core/sealed'
import { replaceRecoveryCodes } from './store'

const COUNT = 10
/** No letter that is read as a digit, nor the other way round. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

const newCode = () => {
  const letters = [...randomBytes(40)].filter((byte) => byte < 248).map((byte) => ALPHABET[byte % ALPHABET.length])
  return [letters.slice(0, 5), letters.slice(5, 10)].map((half) => half.join('')).join('-')
}

export const recoveryCodeHash = (userId: string, typed: string) =>
  blindIndex('recovery', `${userId} ${typed.toLowerCase().replace(/[^0-9a-z]/g, '')}`)

/** Ten new codes, each good once, in place of all older ones. Only fingerprints are kept: they are shown this once. */
export async function issueRecoveryCodes(tx: Prisma, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryCodeHash(userId, code)),
  )
  return codes
}
