/** Rules for passwords people choose. @see NIST SP 800-63B §5.1.1.2 */
export type PasswordFault = 'too_short' | 'too_long' | 'too_common'

const MIN = 15
const MAX = 128
const COMMON = ['password', 'qwertyuiop', 'letmein', 'iloveyou', '1234567890', 'administrator', 'haslo']

/** @param context words an attacker would try first, such as the address and the company's name */
export function passwordFault(password: string, context: string[]): null | PasswordFault {
  const normal = password.normalize('NFC')
  const length = [...normal].length
  if (length < MIN) return 'too_short'
  if (length > MAX) return 'too_long'
  let rest = normal.toLowerCase()
  if (new Set(rest).size < 5) return 'too_common'
  for (const word of [...COMMON, ...context.map((entry) => entry.toLowerCase()).filter((entry) => entry.length > 3)]) rest = rest.replaceAll(word, '')
  return [...rest].length < 6 ? 'too_common' : null
}
