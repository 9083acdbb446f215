import { chanceOfMatches, leastChance } from '../chance'
import type { Feature } from '../features'
import type { Join } from './join'

type Numbers = Feature<number | undefined>

/** What two roundings of one time may differ by. */
const TOLERANCES = [0.001, 2]
const EXACT = 1e-6

/** The same time, or number, moved by the same amount for everybody. */
export function* constantOffset(mine: readonly Numbers[], theirs: readonly Numbers[], worth: number): Generator<Join> {
  for (const a of mine) {
    for (const b of theirs) {
      const join = bestOffset(a.of, b.of, worth)
      if (join && join.chance < worth) yield { kind: 'offset', here: a.name, there: b.name, people: a.of.length, ...join }
    }
  }
}

function bestOffset(mine: readonly (number | undefined)[], theirs: readonly (number | undefined)[], worth: number) {
  const offsets = mine
    .map((x, nth) => (theirs[nth] as number) - (x as number))
    .filter((offset) => !Number.isNaN(offset))
    .sort((x, y) => x - y)
  const windows = offsets.length * TOLERANCES.length
  let best: { hits: number; chance: number } | null = null
  for (const tolerance of TOLERANCES) {
    for (let from = 0, to = 0; from < offsets.length; from++) {
      const start = (offsets[from] as number) - EXACT
      const end = start + tolerance + EXACT
      while (to < offsets.length && (offsets[to] as number) <= end) to++
      const hits = to - from
      if (leastChance(mine.length, hits) * windows >= worth) continue
      const fits = (i: number, j: number) => {
        const offset = (theirs[j] as number) - (mine[i] as number)
        return offset >= start && offset <= end
      }
      const chance = windows * chanceOfMatches(fits, mine.length, hits)
      if (!best || chance < best.chance) best = { hits, chance }
    }
  }
  return best
}
