import type { DocumentFormat } from '../types'
import { type CellKind, cellKinds } from './cell-kinds'
import { characterValue } from './check-digit'
import { disagreeingFields } from './judge-checks'
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
  /** Cells of names that might be another letter; no check digit tells. */
  doubts: Cell[]
}

/** What was read in a cell and what else it might be. Rows and columns of the zone, certainties 0–1. */
export type Cell = { row: number; column: number; character: string; certainty: number; second: string; secondCertainty: number }

/** What a cell must reach to be believed. Names and issuer have no check digit. */
const GATES = { protected: 0.6, unprotected: 0.85, unfamiliar: 0.95 }
/** Cells that a check digit may tell instead. */
const MOST_TOLD = 2
/** A letter of a name beside which another one is as likely as this is doubtful. */
const DOUBT = 0.01
/** A cell that may be mended: doubtful, with a second choice worth considering. */
const WEAK = { most: 0.95, second: 0.02 }
const MOST_WEAK = 6

const ALLOWED: Record<CellKind, number[]> = {
  letter: indicesOf(/[A-Z<]/),
  digit: indicesOf(/\d/),
  digitOrFiller: indicesOf(/[\d<]/),
  sex: indicesOf(/[MFX<]/),
  any: indicesOf(/./),
}

function indicesOf(pattern: RegExp) {
  return [...ALPHABET].flatMap((character, index) => (pattern.test(character) ? [index] : []))
}

/**
 * The likeliest text that the format allows. When a check digit disagrees, one weak cell may take its second choice,
 * provided that makes everything agree and no other single cell would.
 * @param unfamiliar the letters are of a cut nobody learned: names then need more certainty
 */
export function decodeZone(format: DocumentFormat, probabilities: ZoneProbabilities, unfamiliar = false): DecodedZone {
  const kinds = cellKinds(format)
  const cells = probabilities.flatMap((line, row) => line.map((cell, column) => choose(cell, kinds[row]?.[column] ?? 'any', row, column)))
  const likelihood = probabilities.flat().reduce((sum, cell) => sum + Math.log(Math.max(...cell) + 1e-9), 0) / cells.length
  const lines = textOf(cells, LAYOUTS[format].rows)
  const doubts = cells.filter((cell) => cell.secondCertainty > DOUBT && within(cell, LAYOUTS[format].names))
  const reading = { format, likelihood, doubts }
  if (disagreeingFields(format, lines).length === 0) return { ...reading, lines, agrees: true, ...certaintyOf(format, cells, unfamiliar) }

  const mended = mend(format, cells, lines)
  if (!mended) return { ...reading, lines, agrees: false, certain: false, unsure: [] }
  const others = cells.filter((cell) => cell !== mended.cell)
  return { ...reading, lines: mended.lines, agrees: true, ...certaintyOf(format, others, unfamiliar) }
}

function choose(probabilities: Float32Array, kind: CellKind, row: number, column: number): Cell {
  const allowed = ALLOWED[kind]
  const total = allowed.reduce((sum, index) => sum + (probabilities[index] as number), 0)
  const ranked = [...allowed].sort((one, other) => (probabilities[other] as number) - (probabilities[one] as number))
  const [best, second] = [ranked[0] as number, ranked[1] as number]
  const certainty = (index: number) => (probabilities[index] as number) / Math.max(total, 1e-9)
  // What the format rules out altogether cannot become certain by being ruled out.
  const trust = Math.min(1, total * 20)
  return {
    row,
    column,
    character: ALPHABET[best] as string,
    certainty: certainty(best) * trust,
    second: ALPHABET[second] as string,
    secondCertainty: certainty(second) * trust,
  }
}

function textOf(cells: readonly Cell[], rows: number): string[] {
  const lines = new Array<string>(rows).fill('')
  for (const { row, character } of cells) lines[row] += character
  return lines
}

export const within = ({ row, column }: Pick<Cell, 'row' | 'column'>, [line, start, end]: Span) => row === line && column >= start && column < end

/** Names, codes and sex have no check digit. */
export const isUnprotected = (format: DocumentFormat) => {
  const { names, issuer, nationality, documentCode, sex } = LAYOUTS[format]
  return (row: number, column: number) => [names, issuer, nationality, documentCode, sex].some((span) => within({ row, column }, span))
}

/** Which cells of a zone that agrees with itself may be believed. */
function certaintyOf(format: DocumentFormat, cells: readonly Cell[], unfamiliar: boolean): Pick<DecodedZone, 'certain' | 'unsure'> {
  const { names, issuer, sex, compositeOver } = LAYOUTS[format]
  const nameGate = unfamiliar ? GATES.unfamiliar : GATES.unprotected
  const gate = (cell: Cell) => ([names, issuer, sex].some((span) => within(cell, span)) ? nameGate : GATES.protected)
  const weak = cells.filter((cell) => cell.certainty < gate(cell))
  const untold = weak.filter((cell) => !(compositeOver.some((span) => within(cell, span)) && isToldByDigit(cell)))
  const unsure = weak.length - untold.length > MOST_TOLD ? weak : untold
  return { certain: unsure.length === 0, unsure }
}

/** Between two characters only, of which the other would break a check digit: 0 and O, for one. */
const isToldByDigit = ({ character, second, certainty, secondCertainty }: Cell) =>
  certainty + secondCertainty > 0.85 && (characterValue(character) - characterValue(second)) % 10 !== 0

function mend(format: DocumentFormat, cells: readonly Cell[], lines: readonly string[]): { cell: Cell; lines: string[] } | undefined {
  const layout = LAYOUTS[format]
  const covered = [...layout.compositeOver, layout.composite]
  const weak = cells
    .filter((cell) => cell.certainty < WEAK.most && cell.secondCertainty > WEAK.second && covered.some((span) => within(cell, span)))
    .sort((one, other) => other.secondCertainty / other.certainty - one.secondCertainty / one.certainty)
    .slice(0, MOST_WEAK)
  const cures = weak
    .map((cell) => ({ cell, lines: lines.map((line, row) => (row === cell.row ? replaceAt(line, cell.column, cell.second) : line)) }))
    .filter((cure) => disagreeingFields(format, cure.lines).length === 0)
  return cures.length === 1 ? cures[0] : undefined
}

export const replaceAt = (text: string, at: number, character: string) => text.slice(0, at) + character + text.slice(at + 1)
