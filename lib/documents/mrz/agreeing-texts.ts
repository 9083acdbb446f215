import type { DocumentFormat } from '../types'
import { characterValue, WEIGHTS } from './check-digit'
import { ALPHABET } from './layers'
import { LAYOUTS, type Span } from './layout'

/** How probable each character of the alphabet is in a cell, by what was seen there. */
export type Chances = Float64Array

/** A cell that a check digit covers, with its weights in the field of its own and in the digit over all. */
type Step = { row: number; column: number; own: number; composite: number; begins: boolean; ends: 'field' | 'optional' | 'all' | null }

export type AgreeingText = {
  row: number
  column: number
  /** Of the likeliest text whose check digits all agree. */
  character: string
  /** Of all texts whose digits agree, the share of those with this character, and with the likeliest other. */
  share: number
  second: string
  secondShare: number
}

const VALUES = [...ALPHABET].map((character) => characterValue(character) % 10)
const FILLER = ALPHABET.indexOf('<')
const ZERO = ALPHABET.indexOf('0')
/** Remainders of the field's own sum and of the sum over all. */
const STATES = 100

/**
 * Of all texts whose check digits agree the likeliest, and how the others share what is left: every text is counted, by the
 * remainders that its sums leave from cell to cell.
 * @param chances of each cell of each line
 * @see Viterbi 1967; Baum, Petrie, Soules and Weiss 1970
 */
export function likeliestAgreeing(format: DocumentFormat, chances: readonly (readonly Chances[])[]): AgreeingText[] | undefined {
  const steps = STEPS[format]
  const cells = steps.map(({ row, column }) => chances[row]?.[column] as Chances)
  const before = steps.map(() => new Float64Array(STATES))
  const most = steps.map(() => new Float64Array(STATES))
  const came = steps.map(() => new Int16Array(STATES).fill(-1))
  let [sums, best] = [new Float64Array(STATES), new Float64Array(STATES)]
  ;[sums[0], best[0]] = [1, 1]
  for (const [at, step] of steps.entries()) {
    before[at] = sums
    most[at] = best
    const [nextSums, nextBest] = [new Float64Array(STATES), new Float64Array(STATES)]
    eachMove(step, cells[at] as Chances, sums, (from, to, index, chance) => {
      nextSums[to] = (nextSums[to] as number) + (sums[from] as number) * chance
      const likely = (best[from] as number) * chance
      if (likely > (nextBest[to] as number)) {
        nextBest[to] = likely
        ;(came[at] as Int16Array)[to] = from * ALPHABET.length + index
      }
    })
    const total = nextSums.reduce((sum, value) => sum + value, 0)
    const highest = Math.max(...nextBest)
    if (total === 0) return undefined
    sums = nextSums.map((value) => value / total)
    best = nextBest.map((value) => value / highest)
  }
  if ((best[0] as number) === 0) return undefined
  const characters = new Array<number>(steps.length)
  for (let at = steps.length - 1, state = 0; at >= 0; at--) {
    const move = (came[at] as Int16Array)[state] as number
    characters[at] = move % ALPHABET.length
    state = Math.floor(move / ALPHABET.length)
  }
  const shares = sharesOf(steps, cells, before)
  return steps.map(({ row, column }, at) => {
    const share = shares[at] as Float64Array
    const chosen = characters[at] as number
    const second = share.reduce((one, value, index) => (index !== chosen && (one < 0 || value > (share[one] as number)) ? index : one), -1)
    return {
      ...{ row, column, character: ALPHABET[chosen] as string, share: share[chosen] as number },
      ...{ second: ALPHABET[second] as string, secondShare: share[second] as number },
    }
  })
}

/** From the end back: what share of all agreeing texts has each character in each cell. */
function sharesOf(steps: readonly Step[], cells: readonly Chances[], before: readonly Float64Array[]): Float64Array[] {
  const shares = steps.map(() => new Float64Array(ALPHABET.length))
  let after = new Float64Array(STATES)
  after[0] = 1
  for (let at = steps.length - 1; at >= 0; at--) {
    const [share, earlier] = [shares[at] as Float64Array, new Float64Array(STATES)]
    const known = after
    eachMove(steps[at] as Step, cells[at] as Chances, before[at] as Float64Array, (from, to, index, chance) => {
      const left = chance * (known[to] as number)
      share[index] = (share[index] as number) + (before[at]?.[from] as number) * left
      earlier[from] = (earlier[from] as number) + left
    })
    const total = share.reduce((sum, value) => sum + value, 0)
    const highest = Math.max(...earlier)
    for (let index = 0; index < share.length; index++) share[index] = (share[index] as number) / total
    after = earlier.map((value) => value / highest)
  }
  return shares
}

/** Calls back for each character that may follow on each state: a check digit must be what the sum before it leaves. */
function eachMove(
  { own, composite, begins, ends }: Step,
  chances: Chances,
  states: Float64Array,
  move: (from: number, to: number, index: number, chance: number) => void,
) {
  for (let from = 0; from < STATES; from++) {
    if (states[from] === 0) continue
    const [field, all] = [begins ? 0 : Math.floor(from / 10), from % 10]
    for (let index = 0; index < chances.length; index++) {
      const chance = chances[index] as number
      if (chance === 0) continue
      const value = VALUES[index] as number
      const isDigit = index >= ZERO && index < FILLER
      if (ends === 'all') {
        if (isDigit && value === all) move(from, 0, index, chance)
        continue
      }
      if (ends === 'field' && !(isDigit && value === field)) continue
      if (ends === 'optional' && !(isDigit ? value === field : index === FILLER && field === 0)) continue
      const sum = ends === null ? (field + own * value) % 10 : 0
      move(from, sum * 10 + ((all + composite * value) % 10), index, chance)
    }
  }
}

const STEPS = Object.fromEntries((Object.keys(LAYOUTS) as DocumentFormat[]).map((format) => [format, stepsOf(format)])) as Record<
  DocumentFormat,
  Step[]
>

function stepsOf(format: DocumentFormat): Step[] {
  const {
    compositeOver,
    composite,
    documentNumber,
    documentNumberCheck,
    birthDate,
    birthDateCheck,
    expiryDate,
    expiryDateCheck,
    optional,
    optionalCheck,
  } = LAYOUTS[format]
  const fields: [over: Span, check: Span | null][] = [
    [documentNumber, documentNumberCheck],
    [birthDate, birthDateCheck],
    [expiryDate, expiryDateCheck],
    [optional, optionalCheck],
  ]
  const isIn = ([line, start, end]: Span, row: number, column: number) => row === line && column >= start && column < end
  const cells = compositeOver.flatMap(([row, start, end]) => Array.from({ length: end - start }, (_, at) => [row, start + at] as const))
  const steps = cells.map(([row, column], at): Step => {
    const field = fields.find(([over, check]) => isIn(over, row, column) || (check && isIn(check, row, column)))
    const [over, check] = field ?? []
    const isCheck = Boolean(check && isIn(check, row, column))
    const own = check && over ? (WEIGHTS[(column - over[1]) % 3] as number) : 0
    const begins = !check || !over || (column === over[1] && !isCheck)
    return { row, column, own, composite: WEIGHTS[at % 3] as number, begins, ends: isCheck ? (check === optionalCheck ? 'optional' : 'field') : null }
  })
  const [row, column] = composite
  return [...steps, { row, column, own: 0, composite: 0, begins: true, ends: 'all' }]
}
