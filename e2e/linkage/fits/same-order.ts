import { createHash } from 'node:crypto'
import { orderByChance } from '../chance'
import type { Feature } from '../features'
import type { Join } from './join'

type Ranked = Feature<number | string | undefined>

/** Fewer people in common say nothing. */
const FEWEST = 6

/** The same order, or the opposite one. */
export function* sameOrder(mine: readonly Ranked[], theirs: readonly Ranked[], worth: number): Generator<Join> {
  // Equals are in no order: which goes first must not depend on the other side.
  const orders = mine.map(({ of }) => orderOf(of, 'mine'))
  const ranks = theirs.map(({ of }) => ranksOf(of))
  for (const [a, order] of orders.entries()) {
    for (const [b, rank] of ranks.entries()) {
      const { hits, inversions } = disorder(order, rank)
      if (hits < FEWEST) continue
      const fewest = Math.min(inversions, (hits * (hits - 1)) / 2 - inversions)
      const chance = Math.min(1, 2 * orderByChance(hits, fewest))
      if (chance < worth) yield { kind: 'order', here: mine[a]?.name as string, there: theirs[b]?.name as string, hits, people: rank.length, chance }
    }
  }
}

/** How many people have both, and how many pairs of them are the other way round. */
function disorder(order: readonly number[], rank: Int32Array): { hits: number; inversions: number } {
  let [hits, inversions] = [0, 0]
  for (let i = 0; i < order.length; i++) {
    const high = rank[order[i] as number] as number
    if (high < 0) continue
    hits++
    for (let j = i + 1; j < order.length; j++) {
      const low = rank[order[j] as number] as number
      if (low >= 0 && low < high) inversions++
    }
  }
  return { hits, inversions }
}

/** The people who have a value, by it. */
const orderOf = (values: Ranked['of'], salt: string): number[] =>
  values
    .flatMap((value, person) => (value === undefined ? [] : [{ value, person, tie: scatter(`${salt} ${person}`) }]))
    .sort((a, b) => compare(a.value, b.value) || a.tie - b.tie)
    .map(({ person }) => person)

/** Everybody's place; -1 for who has none. */
function ranksOf(values: Ranked['of']): Int32Array {
  const ranks = new Int32Array(values.length).fill(-1)
  for (const [at, person] of orderOf(values, 'theirs').entries()) ranks[person] = at
  return ranks
}

const compare = (a: number | string, b: number | string) => (a < b ? -1 : a > b ? 1 : 0)

/** A number that looks random, always the same one. */
const scatter = (text: string) => createHash('sha256').update(text).digest().readUInt32BE()
