import type { DocumentFormat } from '../types'
import { checkDigit } from './check-digit'
import { readDocumentNumber } from './document-number'
import { field, LAYOUTS, type Span } from './layout'

export type CheckedField = 'documentNumber' | 'birthDate' | 'expiryDate' | 'optional' | 'composite'

/** The fields whose check digit disagrees; none means that all agree. */
export function disagreeingFields(format: DocumentFormat, lines: readonly string[]): CheckedField[] {
  const layout = LAYOUTS[format]
  const agrees = (over: readonly Span[], check: Span) => checkDigit(over.map((span) => field(lines, span)).join('')) === field(lines, check)
  const verdicts: Record<CheckedField, boolean> = {
    documentNumber: readDocumentNumber(lines, layout).agrees,
    birthDate: agrees([layout.birthDate], layout.birthDateCheck),
    expiryDate: agrees([layout.expiryDate], layout.expiryDateCheck),
    optional: !layout.optionalCheck || agrees([layout.optional], layout.optionalCheck) || isEmpty(lines, layout.optional, layout.optionalCheck),
    composite: agrees(layout.compositeOver, layout.composite),
  }
  const judged = isVisa(format, lines) ? VISA_CHECKS : (Object.keys(verdicts) as CheckedField[])
  return judged.filter((name) => !verdicts[name])
}

/** Visas have the lines of passports and larger cards, but no digit over all of it. @see ICAO 9303-7 §4.2 and §5.2 */
export const isVisa = (format: DocumentFormat, lines: readonly string[]) => format !== 'TD1' && lines[0]?.startsWith('V') === true

const VISA_CHECKS: CheckedField[] = ['documentNumber', 'birthDate', 'expiryDate']

/** An empty optional field may have a filler for a check digit. @see ICAO 9303-4 §4.2.2.2 */
const isEmpty = (lines: readonly string[], over: Span, check: Span) => /^<+$/.test(field(lines, over) + field(lines, check))
