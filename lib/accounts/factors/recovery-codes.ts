import { randomInt } from 'node:crypto'
import { blindIndex } from '#lib/core/sealed'
import { type AccessChange, replaceRecoveryCodes } from '../credentials/store'
import type { Owner } from '../realm'

const COUNT = 10
/** No letter that is read as a digit, nor the other way round. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

/**
 * 24 letters are 118 bits: enough for a keyed fingerprint to stand alone, so that a try costs the same one look-up whether
 * there is such a code or not. @see NIST SP 800-63B-4 §3.1.2.2
 */
const GROUPS = 6
const newGroup = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const newCode = () => Array.from({ length: GROUPS }, newGroup).join('-')

export const recoveryCodeHash = (accountId: string, typed: string) =>
  blindIndex('recovery', `${accountId} ${typed.toLowerCase().replace(/[^0-9a-z]/g, '')}`)

/** Ten new codes, each good once, in place of all older ones. Only fingerprints are kept: they are shown this once. */
export async function issueRecoveryCodes(change: AccessChange, owner: Owner): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await replaceRecoveryCodes(
    change,
    owner,
    codes.map((code) => recoveryCodeHash(owner.id, code)),
  )
  return codes
}
