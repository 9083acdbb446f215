import type { DocumentFormat } from '../types'
import { type Cell, chanceOfLetter } from './choose-character'
import { ISSUERS_IN_ZONES, NATIONALITIES_IN_ZONES } from './issuers'
import { LAYOUTS, type Span } from './layout'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<'
/** A character of a code that was seen less than this is none of it. */
const SEEN_AT_ALL = 0.01

/** Issuer and nationality are one of the codes that exist, the likeliest by all of its cells; left alone when none was seen. */
export function withKnownCodes(format: DocumentFormat, cells: readonly Cell[], probabilities: readonly (readonly Float32Array[])[]): Cell[] {
  const { issuer, nationality } = LAYOUTS[format]
  const known = [...knownCode(issuer, ISSUERS_IN_ZONES, probabilities), ...knownCode(nationality, NATIONALITIES_IN_ZONES, probabilities)]
  return cells.map((cell) => {
    const told = known.find(({ row, column }) => row === cell.row && column === cell.column)
    return told && told.certainty > cell.certainty
      ? { ...cell, ...told, second: told.character === cell.second ? cell.character : cell.second }
      : cell
  })
}

type Told = Pick<Cell, 'row' | 'column' | 'character' | 'certainty' | 'secondCertainty'>

function knownCode([row, start, end]: Span, codes: readonly string[], probabilities: readonly (readonly Float32Array[])[]): Told[] {
  const cells = probabilities[row]?.slice(start, end) ?? []
  const chances = cells.map((cell) => new Map([...LETTERS].map((letter) => [letter, chanceOfLetter(cell, letter)])))
  const chance = (code: string, at: number) => chances[at]?.get(code[at] as string) ?? 0
  let [total, most, best] = [0, 0, '']
  for (const code of codes) {
    const likely = chance(code, 0) * chance(code, 1) * chance(code, 2)
    total += likely
    if (likely > most) [most, best] = [likely, code]
  }
  if (best === '' || cells.some((_, at) => chance(best, at) < SEEN_AT_ALL)) return []
  return cells.map((_, at) => {
    const certainty = (most / total) * Math.min(1, chance(best, at) * 20)
    return { row, column: start + at, character: best[at] as string, certainty, secondCertainty: 1 - certainty }
  })
}
