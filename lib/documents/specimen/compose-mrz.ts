import { checkDigit } from '../mrz/check-digit'
import { field, LAYOUTS, type Layout, type Span } from '../mrz/layout'
import { transliterate } from '../mrz/transliterate'
import type { InventedDocument } from './invent'

/** The lines a genuine document would carry. @see ICAO 9303-4, 9303-5, 9303-6, §4.2 each */
export function composeMrz(document: InventedDocument): string[] {
  const layout = LAYOUTS[document.format]
  const { person } = document
  const lines = Array.from({ length: layout.rows }, () => '<'.repeat(layout.columns))
  write(lines, layout.documentCode, document.documentCode)
  write(lines, layout.issuer, document.issuer)
  write(lines, layout.names, `${zoneText(person.surname)}<<${zoneText(person.givenNames)}`)
  write(lines, layout.nationality, document.nationality)
  write(lines, layout.birthDate, zoneDate(person.birthDate))
  write(lines, layout.sex, person.sex === 'X' ? '<' : person.sex)
  write(lines, layout.expiryDate, zoneDate(document.expiryDate))
  writeNumber(lines, layout, document)
  writeCheckDigits(lines, layout)
  return lines
}

/** A number too long for its field goes on in the optional one, followed by its check digit. */
function writeNumber(lines: string[], layout: Layout, { documentNumber, optional }: InventedDocument) {
  const room = layout.documentNumber[2] - layout.documentNumber[1]
  const rest = documentNumber.slice(room)
  write(lines, layout.documentNumber, documentNumber)
  write(lines, layout.optional, rest ? `${rest}${checkDigit(documentNumber)}<${optional}` : optional)
  if (!rest) write(lines, layout.documentNumberCheck, checkDigit(field(lines, layout.documentNumber)))
}

function writeCheckDigits(lines: string[], layout: Layout) {
  const digit = (over: readonly Span[]) => checkDigit(over.map((span) => field(lines, span)).join(''))
  write(lines, layout.birthDateCheck, digit([layout.birthDate]))
  write(lines, layout.expiryDateCheck, digit([layout.expiryDate]))
  if (layout.optionalCheck) write(lines, layout.optionalCheck, digit([layout.optional]))
  write(lines, layout.composite, digit(layout.compositeOver))
}

function write(lines: string[], [row, start, end]: Span, text: string) {
  const line = lines[row] as string
  lines[row] = line.slice(0, start) + text.slice(0, end - start).padEnd(end - start, '<') + line.slice(end)
}

const zoneText = (name: string) => transliterate(name).replaceAll(' ', '<')

const zoneDate = (date: string) => date.slice(2).replaceAll('-', '')
