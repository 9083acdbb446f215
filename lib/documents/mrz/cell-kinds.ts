import type { DocumentFormat } from '../types'
import { LAYOUTS, type Layout, type Span } from './layout'

/** What may stand in a cell. */
export type CellKind = 'passportCode' | 'cardCode' | 'letter' | 'digit' | 'digitOrFiller' | 'sex' | 'any'

/** Line by line, what each cell may hold: a reader need not choose between 0 and O where only one of them can stand. */
export const cellKinds = (format: DocumentFormat): CellKind[][] => KINDS[format]

const KINDS = Object.fromEntries(Object.entries(LAYOUTS).map(([name, layout]) => [name, kindsOf(layout)])) as Record<DocumentFormat, CellKind[][]>

function kindsOf(layout: Layout): CellKind[][] {
  const kinds = Array.from({ length: layout.rows }, () => new Array<CellKind>(layout.columns).fill('any'))
  const fill = (span: Span | null, kind: CellKind) => {
    if (span) kinds[span[0]]?.fill(kind, span[1], span[2])
  }
  for (const span of [layout.documentCode, layout.issuer, layout.names, layout.nationality]) fill(span, 'letter')
  for (const span of [layout.birthDateCheck, layout.expiryDate, layout.expiryDateCheck, layout.composite]) fill(span, 'digit')
  const [line, start] = layout.documentCode
  fill([line, start, start + 1], layout.columns === 44 ? 'passportCode' : 'cardCode')
  // A long document number moves its check digit away; an empty optional field may go without; a birth date may be unknown.
  const shortNumbersOnly = layout.columns === 44
  fill(layout.documentNumberCheck, shortNumbersOnly ? 'digit' : 'digitOrFiller')
  fill(layout.optionalCheck, 'digitOrFiller')
  fill(layout.birthDate, 'digitOrFiller')
  fill(layout.sex, 'sex')
  return kinds
}
