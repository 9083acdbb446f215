import type { DocumentFormat } from '../types'
import { likeliestAgreeing } from './agreeing-texts'
import { cellKinds } from './cell-kinds'
import { characterValue } from './check-digit'
import { type Cell, chancesOf, chooseCharacter } from './choose-character'
import { disagreeingFields } from './judge-checks'
import { withKnownCodes } from './known-codes'
import { ALPHABET } from './layers'
import { LAYOUTS, type Span } from './layout'

/** For every cell of every line, how probable each character of the alphabet is. */
export type ZoneProbabilities = Float32Array[][]

export type DecodedZone = {
  format: DocumentFormat
  lines: string[]
  /** All check digits agree. */
  agrees: boolean
  /** Every cell is certain enough to be believed. */
  certain: boolean
  /** The cells that are not, and that no check digit tells. */
  unsure: Cell[]
  /** Mean logarithm of the probability of what was read: near 0 for a clear picture. */
  likelihood: number
  /** How well the cells suit the format: more of them, that are clear and hold what they may hold, suit it better. */
  suits: number
  /** Cells of names that might be another letter; no check digit tells. */
  doubts: Cell[]
}

/** What a cell must reach to be believed. Names and issuer have no check digit. */
const GATES = { protected: 0.6, unprotected: 0.98 }
/** A twin as likely as this makes a protected cell doubtful: 0, A, K, U and the filler count the same. */
const TWIN = 0.03
/** Cells that a check digit may tell instead. */
const MOST_TOLD = 2
/** A letter of a name beside which another one is as likely as this is doubtful. */
const DOUBT = 0.01
/** A cell that may be mended: doubtful, with a second choice worth considering. */
const WEAK = { most: 0.95, second: 0.02 }
const MOST_WEAK = 6
/** In a zone as clear as this so many cells may be mended at once: in what is no zone, something would always agree; and of all texts that agree this share has what is read then in each cell. */
const SEVERAL = { most: 3, share: 0.98, clarity: -0.15 }
/** Share of any cell that is left to any other character: more where all is hardly seen. */
const DOUBTED = { least: 0.001, most: 0.02, of: 5 }
/**
 * Between a letter and the digit of its shape a network is sure too soon: as much of the other one is enough to doubt it.
 * A zero is believed: every picture makes it look like the letter, which numbers hardly ever have.
 */
const LOOK_ALIKE = 0.003
/** Odds that both of two such cells are the other one, from which no digit would notice that and neither is believed. */
const CANCELLING = 0.002
const SHAPES = ['O0', '1I', 'I1', '2Z', 'Z2', '5S', 'S5', '6G', 'G6', '8B', 'B8']

/**
 * The likeliest text that the format allows. When a check digit disagrees, one weak cell may take its second choice,
 * provided that makes everything agree and no other single cell would.
 */
export function decodeZone(format: DocumentFormat, probabilities: ZoneProbabilities): DecodedZone {
  const kinds = cellKinds(format)
  const chosen = probabilities.flatMap((line, row) => line.map((cell, column) => chooseCharacter(cell, kinds[row]?.[column] ?? 'any', row, column)))
  const cells = withZeros(format, withKnownCodes(format, chosen, probabilities))
  const likelihood = likelihoodOf(probabilities) / cells.length
  const lines = textOf(cells, LAYOUTS[format].rows)
  const doubts = cells.filter((cell) => cell.secondCertainty > DOUBT && within(cell, LAYOUTS[format].names))
  const reading = { format, likelihood, suits: suitsOf(chosen), doubts }
  if (disagreeingFields(format, lines).length === 0) return { ...reading, lines, agrees: true, ...certaintyOf(format, cells, lines) }

  const mended = mend(format, cells, lines) ?? mendSeveral(format, cells, lines, probabilities, likelihood)
  if (!mended) return { ...reading, lines, agrees: false, certain: false, unsure: [] }
  const others = cells.filter((cell) => !mended.cells.includes(cell))
  return { ...reading, lines: mended.lines, agrees: true, ...certaintyOf(format, others, mended.lines) }
}

/** Numbers hardly ever have the letter: where a zero may be seen in each of them and all digits agree with zeros, they are. */
function withZeros(format: DocumentFormat, cells: Cell[]): Cell[] {
  const asZero = (cell: Cell) =>
    cell.character === 'O' && cell.second === '0' && cell.secondCertainty > LEAST_ZERO
      ? { ...cell, character: '0', certainty: cell.certainty + cell.secondCertainty, second: 'O', secondCertainty: 0 }
      : cell
  const zeros = cells.map((cell) => (isCovered(format, cell) ? asZero(cell) : cell))
  const isOther = zeros.some((cell, at) => cell !== cells[at])
  return isOther && agrees(format, textOf(zeros, LAYOUTS[format].rows)) ? zeros : cells
}

const LEAST_ZERO = 0.0005

/** Each cell that is clearer than e^-1 speaks for the format, each other one against it. */
function suitsOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { seen }) => sum + 1 + Math.log(Math.max(seen, UNSUITED)), 0)
}

/** However little was seen of what may stand in a cell. */
const UNSUITED = 0.005

function likelihoodOf(probabilities: ZoneProbabilities): number {
  let sum = 0
  for (const line of probabilities) for (const cell of line) sum += Math.log(highest(cell) + 1e-9)
  return sum
}

function highest(values: Float32Array): number {
  let most = 0
  for (let index = 0; index < values.length; index++) if ((values[index] as number) > most) most = values[index] as number
  return most
}

function textOf(cells: readonly Cell[], rows: number): string[] {
  const lines = new Array<string>(rows).fill('')
  for (const { row, character } of cells) lines[row] += character
  return lines
}

export const within = ({ row, column }: Pick<Cell, 'row' | 'column'>, [line, start, end]: Span) => row === line && column >= start && column < end

/** Names, codes and sex have no check digit; where letters and digits may stand, one does not tell all of them apart. */
export const isUnprotected = (format: DocumentFormat) => {
  const { names, issuer, nationality, documentCode, sex, documentNumber, optional, secondOptional } = LAYOUTS[format]
  const spans = [names, issuer, nationality, documentCode, sex, documentNumber, optional, secondOptional]
  return (row: number, column: number) => spans.some((span) => span !== null && within({ row, column }, span))
}

/** Which cells of a zone that agrees with itself may be believed. */
function certaintyOf(format: DocumentFormat, cells: readonly Cell[], lines: readonly string[]): Pick<DecodedZone, 'certain' | 'unsure'> {
  const { names, issuer, sex, compositeOver } = LAYOUTS[format]
  const gate = (cell: Cell) => ([names, issuer, sex].some((span) => within(cell, span)) ? GATES.unprotected : GATES.protected)
  const isProtected = (cell: Cell) => compositeOver.some((span) => within(cell, span))
  const weak = cells.filter((cell) => cell.certainty < gate(cell) || (isProtected(cell) && cell.twinCertainty > TWIN))
  const cancelling = findCancelling(format, cells, lines)
  const untold = cells.filter(
    (cell) => cancelling.has(cell) || (weak.includes(cell) && !(isProtected(cell) && cell.twinCertainty <= TWIN && isToldByDigit(cell))),
  )
  const unsure = weak.length - untold.length > MOST_TOLD ? weak : untold
  return { certain: unsure.length === 0, unsure }
}

/** Between two characters only, of which the other would break a check digit: 0 and O, for one. */
const isToldByDigit = ({ character, second, certainty, secondCertainty }: Cell) =>
  certainty + secondCertainty > 0.85 && (characterValue(character) - characterValue(second)) % 10 !== 0

const looksAlike = ({ character, second, secondCertainty }: Cell) => secondCertainty > LOOK_ALIKE && SHAPES.includes(character + second)

/** Cells read as a letter or the digit of its shape that may both be the other one without any check digit noticing. */
function findCancelling(format: DocumentFormat, cells: readonly Cell[], lines: readonly string[]): Set<Cell> {
  const alike = cells.filter((cell) => isCovered(format, cell) && looksAlike(cell))
  const pairs = alike.flatMap((one, nth) => alike.slice(nth + 1).map((other) => [one, other] as const))
  const mayCancel = ([one, other]: readonly [Cell, Cell]) =>
    oddsOfSecond(one) * oddsOfSecond(other) > CANCELLING && agrees(format, withSecond(withSecond(lines, one), other))
  return new Set(pairs.filter(mayCancel).flat())
}

const oddsOfSecond = ({ certainty, secondCertainty }: Cell) => secondCertainty / certainty

const isCovered = (format: DocumentFormat, cell: Cell) => {
  const { compositeOver, composite } = LAYOUTS[format]
  return [...compositeOver, composite].some((span) => within(cell, span))
}
const agrees = (format: DocumentFormat, lines: readonly string[]) => disagreeingFields(format, lines).length === 0
const withCharacter = (lines: readonly string[], { row, column }: Pick<Cell, 'row' | 'column'>, character: string) =>
  lines.map((line, at) => (at === row ? replaceAt(line, column, character) : line))
const withSecond = (lines: readonly string[], cell: Cell) => withCharacter(lines, cell, cell.second)

/** One cell takes its second choice, when that cures all and no other doubtful one would, nor one that only looks like another character. */
function mend(format: DocumentFormat, cells: readonly Cell[], lines: readonly string[]): Mended | undefined {
  const covered = cells.filter((cell) => isCovered(format, cell))
  const weak = covered
    .filter((cell) => cell.certainty < WEAK.most && cell.secondCertainty > WEAK.second)
    .sort((one, other) => oddsOfSecond(other) - oddsOfSecond(one))
    .slice(0, MOST_WEAK)
  const cures = [...new Set([...weak, ...covered.filter(looksAlike)])]
    .map((cell) => ({ cell, lines: withSecond(lines, cell) }))
    .filter((cure) => agrees(format, cure.lines))
  const [cure] = cures
  return cure && cures.length === 1 && weak.includes(cure.cell) ? { cells: [cure.cell], lines: cure.lines } : undefined
}

/** Which cells took another choice, and what the lines say then. */
type Mended = { cells: Cell[]; lines: string[] }

/** Several doubtful cells take another choice, when of all texts that agree hardly any other is as likely. */
function mendSeveral(
  format: DocumentFormat,
  cells: readonly Cell[],
  lines: readonly string[],
  probabilities: ZoneProbabilities,
  likelihood: number,
): Mended | undefined {
  const [checkLine, checkAt] = LAYOUTS[format].documentNumberCheck
  // A long number has its digit elsewhere.
  if (likelihood < SEVERAL.clarity || lines[checkLine]?.[checkAt] === '<') return undefined
  const kinds = cellKinds(format)
  const doubt = Math.min(DOUBTED.most, Math.max(DOUBTED.least, -likelihood / DOUBTED.of))
  const chances = probabilities.map((line, row) => line.map((cell, column) => chancesOf(cell, kinds[row]?.[column] ?? 'any', doubt)))
  const texts = likeliestAgreeing(format, chances)
  if (!texts || texts.some(({ share }) => share < SEVERAL.share)) return undefined
  const cellAt = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
  const changed = texts.flatMap((text) => {
    const cell = cellAt.get(`${text.row} ${text.column}`) as Cell
    return cell.character === text.character ? [] : [{ cell, character: text.character }]
  })
  const isWeak = ({ cell, character }: (typeof changed)[number]) =>
    cell.certainty < WEAK.most && (chances[cell.row]?.[cell.column]?.[ALPHABET.indexOf(character)] as number) > WEAK.second
  if (changed.length > SEVERAL.most || !changed.every(isWeak)) return undefined
  const mended = changed.reduce<readonly string[]>((text, { cell, character }) => withCharacter(text, cell, character), lines)
  return agrees(format, mended) ? { cells: changed.map(({ cell }) => cell), lines: [...mended] } : undefined
}

export const replaceAt = (text: string, at: number, character: string) => text.slice(0, at) + character + text.slice(at + 1)
