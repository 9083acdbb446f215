import { checkDigit } from './check-digit'
import { field, type Layout } from './layout'

/**
 * The document number and whether its check digit agrees. Cards whose number has more than nine characters put a filler
 * in the place of the check digit; the optional field then begins with the rest of the number and its check digit.
 * @see ICAO 9303-5 §4.2.2.1 note j
 */
export function readDocumentNumber(lines: readonly string[], layout: Layout): { documentNumber: string; agrees: boolean } {
  const principal = field(lines, layout.documentNumber)
  const check = field(lines, layout.documentNumberCheck)
  if (check !== '<' || layout.optionalCheck) return { documentNumber: shown(principal), agrees: checkDigit(principal) === check }
  const [continued = ''] = field(lines, layout.optional).split('<')
  const number = principal + continued.slice(0, -1)
  const agrees = continued.length >= 2 && checkDigit(number) === continued.at(-1)
  return { documentNumber: shown(number), agrees }
}

/** A filler inside a number stands for a space or a hyphen. */
const shown = (text: string) => text.replace(/<+$/, '').replaceAll('<', ' ')
