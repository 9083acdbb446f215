import { type DecodedZone, replaceAt, within } from './decode-zone'
import { LAYOUTS } from './layout'

/** Every cell doubles the readings, and each of them is compared with the page. */
const MOST_CELLS = 4
/** A cell is between two letters when no third is likelier than what these leave. */
const BETWEEN_TWO = 0.85

/**
 * What a zone that agrees with itself may say: its lines alone when every cell is certain; with doubtful letters in the
 * names, the lines with each choice for each, the likeliest first; nothing when anything else is in doubt.
 */
export function possibleLines({ format, lines, certain, unsure }: Pick<DecodedZone, 'format' | 'lines' | 'certain' | 'unsure'>): string[][] {
  if (certain) return [lines]
  const canBeSettled =
    unsure.length > 0 &&
    unsure.length <= MOST_CELLS &&
    unsure.every((cell) => within(cell, LAYOUTS[format].names) && cell.certainty + cell.secondCertainty > BETWEEN_TWO)
  if (!canBeSettled) return []
  return unsure.reduce(
    (readings, { row, column, second }) => readings.concat(readings.map((reading) => withLetter(reading, row, column, second))),
    [lines],
  )
}

const withLetter = (lines: string[], row: number, column: number, letter: string) =>
  lines.map((line, at) => (at === row ? replaceAt(line, column, letter) : line))
