import type { Facts } from './facts'

/** What the zone has for letters it does not know; all other marks on letters are dropped. @see ICAO 9303-3 §6 A */
const WRITTEN_AS: Record<string, string> = {
  ...{ Ä: 'AE', Å: 'AA', Æ: 'AE', Ö: 'OE', Ø: 'OE', Œ: 'OE', Ü: 'UE', ß: 'SS', ẞ: 'SS', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH', ı: 'I', İ: 'I', Ħ: 'H' },
  ...{ "'": '', '’': '', '-': '<', ' ': '<' },
}

/** Digits, letters, filler: their worth. Weights 7, 3, 1. @see ICAO 9303-3 §4.9 */
export function checkDigit(text: string): string {
  const worth = (character: string) => (character === '<' ? 0 : Number.parseInt(character, 36))
  return String([...text].reduce((sum, character, index) => sum + worth(character) * ([7, 3, 1][index % 3] as number), 0) % 10)
}

/** `A–Z` and `<`. */
export const inZoneLetters = (name: string) =>
  [...name.normalize('NFC').toUpperCase()].map((letter) => WRITTEN_AS[letter] ?? letter.normalize('NFD').replace(/\p{Mark}/gu, '')).join('')

const filled = (text: string, length: number) => text.slice(0, length).padEnd(length, '<')
const shortDate = (date: string) => date.slice(2).replaceAll('-', '')
const withDigit = (text: string) => text + checkDigit(text)

/** The lines as an issuer prints them. Visas have no composite digit. @see ICAO 9303-4 §4.2.2, 9303-5, 9303-6, 9303-7 */
export function composeZone(facts: Facts): string[] {
  const { format, code, issuer, number, surname, givenNames, nationality, birthDate, sex, expiryDate, personalNumber } = facts
  const names = [surname, givenNames].map(inZoneLetters).filter(Boolean).join('<<')
  const letter = sex === 'X' ? '<' : sex
  const [birth, expiry, numbered] = [withDigit(shortDate(birthDate)), withDigit(shortDate(expiryDate)), withDigit(filled(number, 9))]
  const people = filled(nationality, 3)
  const head = filled(code, 2) + filled(issuer, 3)
  if (format === 'TD1') {
    const first = head + numbered + filled('', 15)
    const optional = filled(personalNumber, 11)
    const composite = checkDigit(first.slice(5) + birth + expiry + optional)
    return [first, birth + letter + expiry + people + optional + composite, filled(names, 30)]
  }
  const start = numbered + people + birth + letter + expiry
  const over = (rest: string) => checkDigit(numbered + birth + expiry + rest)
  if (format === 'TD2') return [head + filled(names, 31), start + filled('', 7) + over(filled('', 7))]
  if (format === 'MRV-A') return [head + filled(names, 39), start + filled('', 16)]
  if (format === 'MRV-B') return [head + filled(names, 31), start + filled('', 8)]
  const personal = filled(personalNumber, 14)
  const rest = personal + (personalNumber ? checkDigit(personal) : '<')
  return [head + filled(names, 39), start + rest + over(rest)]
}
