import type { Cell } from './choose-character'
import { type DecodedZone, replaceAt, within } from './decode-zone'
import { LAYOUTS } from './layout'

/** Every cell doubles the readings, and each of them is compared with the page. */
const MOST_CELLS = 6
/** A cell is between two letters when no third is likelier than what these leave. */
const BETWEEN_TWO = 0.85

/**
 * What a zone that agrees with itself may say: its lines alone when every cell is certain; with doubtful characters in the
 * names or the number, the lines with each choice for each, the likeliest first; nothing when anything else is in doubt. A
 * sex that is hardly read has one choice, which a page may confirm.
 */
export function possibleLines({ format, lines, certain, unsure }: Pick<DecodedZone, 'format' | 'lines' | 'certain' | 'unsure'>): string[][] {
  if (certain) return [lines]
  const open = unsure.filter((cell) => !isOnPage(format, cell))
  if (unsure.length === 0 || unsure.length > MOST_CELLS || !open.every((cell) => canBeSettled(format, cell))) return []
  return open.reduce(
    (readings, { row, column, second }) => readings.concat(readings.map((reading) => withLetter(reading, row, column, second))),
    [lines],
  )
}

/** The sex of a passport stands on its page as it does in its zone; of a card it stands on the other side. */
const isOnPage = (format: DecodedZone['format'], cell: Cell) => format !== 'TD1' && within(cell, LAYOUTS[format].sex)

const canBeSettled = (format: DecodedZone['format'], cell: Cell) =>
  [LAYOUTS[format].names, LAYOUTS[format].documentNumber].some((span) => within(cell, span)) && cell.certainty + cell.secondCertainty > BETWEEN_TWO

/** Whether the page must confirm the sex. */
export const isSexOpen = ({ format, unsure }: Pick<DecodedZone, 'format' | 'unsure'>) => unsure.some((cell) => isOnPage(format, cell))

const withLetter = (lines: string[], row: number, column: number, letter: string) =>
  lines.map((line, at) => (at === row ? replaceAt(line, column, letter) : line))
