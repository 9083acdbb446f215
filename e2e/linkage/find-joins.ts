import { type Features, featuresOf } from './features'
import { constantOffset } from './fits/constant-offset'
import type { Join } from './fits/join'
import { sameOrder } from './fits/same-order'
import { sharedTexts } from './fits/shared-texts'
import type { View } from './observation'

export type Verdict = { joins: Join[]; tried: number }

/** With so little left to chance over everything that is tried, a false alarm is not to be expected in a lifetime of runs. */
const ALPHA = 1e-5
const KINDS = 4

/**
 * Lays everything one observer has beside everything the other has, person by person, and keeps what fits better than
 * chance allows, given how many fits were tried. The n-th view of one and of the other are of the same person; a random
 * assignment would fit as often as the bounds say.
 */
export function findJoins(here: readonly View[], there: readonly View[]): Verdict {
  const [mine, theirs] = [featuresOf(here), featuresOf(there)]
  const triedOf = (kind: keyof Features) => mine[kind].length * theirs[kind].length
  const worthOf = (kind: keyof Features) => ALPHA / KINDS / Math.max(1, triedOf(kind))
  const joins = [
    ...sharedTexts('equal', mine.labels, theirs.labels, worthOf('labels')),
    ...sharedTexts('piece', mine.pieces, theirs.pieces, worthOf('pieces')),
    ...constantOffset(mine.numbers, theirs.numbers, worthOf('numbers')),
    ...sameOrder(mine.ranks, theirs.ranks, worthOf('ranks')),
  ]
  const tried = (['labels', 'pieces', 'numbers', 'ranks'] as const).reduce((sum, kind) => sum + triedOf(kind), 0)
  return { joins: joins.sort((a, b) => a.chance - b.chance), tried }
}
