export const WEIGHTS = [7, 3, 1] as const

/**
 * Digits count as themselves, A–Z as 10–35, the filler as 0.
 * @returns one digit
 * @throws RangeError for a character that no machine-readable zone holds
 * @see ICAO 9303-3 §4.9
 */
export function checkDigit(text: string): string {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum += characterValue(text[index] as string) * (WEIGHTS[index % 3] as number)
  return String(sum % 10)
}

/** The number a character counts as. Two characters whose values agree modulo 10 cannot be told apart by a check digit. */
export function characterValue(character: string): number {
  if (character === '<') return 0
  const value = /^[0-9A-Z]$/.test(character) ? Number.parseInt(character, 36) : Number.NaN
  if (Number.isNaN(value)) throw new RangeError('not a character of a machine-readable zone')
  return value
}
