import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * What makes a password acceptable: its length, and that it is not one everybody tries first. No composition rules.
 * Lengths count Unicode code points of the composed (NFC) form.
 * @see NIST SP 800-63B §3.1.1.2
 */
export const MIN_ALONE = 15
export const MIN_WITH_SECOND_FACTOR = 8
export const MAX_CHARACTERS = 128
/** Shorter pieces of an address or a name are found in any good phrase by chance. */
const MIN_CONTEXT = 4

export type PasswordFault = 'too_short' | 'too_long' | 'too_common'

let common: Set<string> | undefined
const isListed = (text: string) => {
  common ??= new Set(dictionary.passwords)
  return common.has(text)
}

/** A listed password stays one when it is repeated or dressed with digits and signs at its ends. */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  if (isListed(lower) || new Set(lower).size < 4) return true
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  if (bare.length > 0 && isListed(bare)) return true
  const unit = /^(.+?)\1+$/u.exec(lower)?.[1]
  return (unit !== undefined && (unit.length < 8 || isListed(unit))) || isRun(lower)
}

/** Neighbours in the alphabet, the digits or the keyboard, all the way. */
function isRun(text: string): boolean {
  const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm', '1234567890qwertyuiop']
  return rows.some((row) => row.includes(text) || [...row].reverse().join('').includes(text))
}

/** What is left of the password when everything known about the account is taken out must stand alone. */
function leansOn(password: string, context: string[]): boolean {
  const lower = password.toLowerCase()
  const pieces = context
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((piece) => piece.normalize('NFC').toLowerCase())
    .filter((piece) => [...piece].length >= MIN_CONTEXT)
  const rest = pieces.sort((a, b) => b.length - a.length).reduce((left, piece) => left.replaceAll(piece, ''), lower)
  return rest !== lower && [...rest].length < MIN_WITH_SECOND_FACTOR
}

/**
 * @param context what an attacker knows about the account: its address, its name, ours
 * @param minimum fifteen characters when the password stands alone, eight beside a second factor
 */
export function passwordFault(password: string, context: string[], minimum: number = MIN_ALONE): null | PasswordFault {
  const composed = password.normalize('NFC')
  const length = [...composed].length
  if (length < minimum) return 'too_short'
  if (length > MAX_CHARACTERS) return 'too_long'
  return isCommon(composed) || leansOn(composed, [...context, 'signet']) ? 'too_common' : null
}
