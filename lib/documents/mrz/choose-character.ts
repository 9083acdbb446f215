import type { CellKind } from './cell-kinds'
import { characterValue } from './check-digit'
import { ALPHABET } from './layers'

/** What was read in a cell and what else it might be. Rows and columns of the zone, certainties 0–1. */
export type Cell = {
  row: number
  column: number
  character: string
  certainty: number
  second: string
  secondCertainty: number
  /** How much of it was seen, whatever the format rules out. */
  seen: number
  /** The likeliest other character with the same value in a check digit, which does not tell the two apart. */
  twinCertainty: number
}

const ALLOWED: Record<CellKind, number[]> = {
  passportCode: indicesOf(/[PV]/),
  cardCode: indicesOf(/[ACIV]/),
  letter: indicesOf(/[A-Z<]/),
  digit: indicesOf(/\d/),
  digitOrFiller: indicesOf(/[\d<]/),
  sex: indicesOf(/[MFX<]/),
  any: indicesOf(/./),
}

/** Shapes that are one and the same to a network, where the format allows only one of them: what was seen of the other counts as well. */
const ALIKE: Partial<Record<CellKind, Record<string, string>>> = {
  digit: { 0: 'OQD', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B' },
  digitOrFiller: { 0: 'OQD', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B' },
  cardCode: { I: '1' },
  letter: { O: '0', I: '1', Z: '2', S: '5', G: '6', B: '8' },
  sex: { M: 'HNW', F: 'EP', X: 'K' },
}

/** For each character of the alphabet, those that count as it in cells of a kind, itself first. */
const COUNTING = Object.fromEntries(
  (Object.keys(ALLOWED) as CellKind[]).map((kind) => [
    kind,
    [...ALPHABET].map((character) => [...(character + (ALIKE[kind]?.[character] ?? ''))].map((one) => ALPHABET.indexOf(one))),
  ]),
) as Record<CellKind, number[][]>

/** What each character counts modulo 10. */
const VALUES = [...ALPHABET].map((character) => characterValue(character) % 10)

function indicesOf(pattern: RegExp) {
  return [...ALPHABET].flatMap((character, index) => (pattern.test(character) ? [index] : []))
}

/** How much was seen of each character, while one cell is looked at. */
const seen = new Float64Array(ALPHABET.length)

/** The likeliest character of those that may stand in a cell. @param probabilities of each of the alphabet */
export function chooseCharacter(probabilities: Float32Array, kind: CellKind, row: number, column: number): Cell {
  const allowed = ALLOWED[kind]
  const counting = COUNTING[kind]
  let [total, best, second] = [0, -1, -1]
  for (const index of allowed) {
    let sum = 0
    for (const one of counting[index] as number[]) sum += probabilities[one] as number
    seen[index] = sum
    total += sum
    if (best < 0 || sum > (seen[best] as number)) [best, second] = [index, best]
    else if (second < 0 || sum > (seen[second] as number)) second = index
  }
  let twin = 0
  for (const index of allowed) if (index !== best && VALUES[index] === VALUES[best]) twin = Math.max(twin, seen[index] as number)
  // What the format rules out altogether cannot become certain by being ruled out.
  const trust = Math.min(1, total * 20) / Math.max(total, 1e-9)
  return {
    row,
    column,
    character: ALPHABET[best] as string,
    certainty: (seen[best] as number) * trust,
    seen: seen[best] as number,
    second: ALPHABET[second] as string,
    secondCertainty: (seen[second] as number) * trust,
    twinCertainty: twin * trust,
  }
}

/**
 * How probable each character of the alphabet is in a cell, with what is not told from it; nothing where it may not stand.
 * @param doubt share that is left to any other character: a network may be sure of a wrong one
 */
export function chancesOf(probabilities: Float32Array, kind: CellKind, doubt: number): Float64Array {
  const allowed = ALLOWED[kind]
  const chances = new Float64Array(ALPHABET.length)
  let total = 0
  for (const index of allowed) {
    for (const one of COUNTING[kind][index] as number[]) chances[index] = (chances[index] as number) + (probabilities[one] as number)
    if (index === LETTER_O && kind === 'any') chances[index] = (chances[index] as number) * SELDOM
    total += chances[index] as number
  }
  for (const index of allowed) chances[index] = ((1 - doubt) * (chances[index] as number)) / Math.max(total, 1e-9) + doubt / allowed.length
  return chances
}

/** Numbers hardly ever have the letter, and every picture makes a zero look like it. */
const SELDOM = 0.03
const LETTER_O = ALPHABET.indexOf('O')

/** How much was seen of a letter, with what is not told from it. */
export const chanceOfLetter = (cell: Float32Array, letter: string) =>
  (COUNTING.letter[ALPHABET.indexOf(letter)] as number[]).reduce((sum, one) => sum + (cell[one] as number), 0)
