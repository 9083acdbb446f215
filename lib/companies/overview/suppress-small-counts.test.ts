import { expect, it } from 'vitest'
import { contribution, suppress, suppressedTotal } from './suppress-small-counts'

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

function suppressedSum(counts: number[]) {
  const parts = counts.map(contribution)
  const of = (part: 'shown' | 'hidden' | 'hiddenSum') => sum(parts.map((one) => one[part]))
  return suppressedTotal({ shown: of('shown'), hidden: of('hidden'), hiddenSum: of('hiddenSum') })
}

it('hides one to four and shows nothing and five', () => {
  expect([0, 1, 4, 5, 6].map(suppress)).toEqual([0, null, null, 5, 6])
})

it.each([
  ['adds what is shown', [5, 0, 7], 12],
  ['is hidden when all there is is hidden', [0, 3], null],
  ['leaves a single hidden count out, or the difference would give it away', [7, 2], 7],
  ['leaves hidden counts out whose sum is small', [10, 1, 2], 10],
  ['adds hidden counts whose sum leaves each of them open', [10, 2, 4], 16],
  ['leaves them out when the sum says all of them: only fours', [10, 4, 4], 10],
  ['leaves them out when the sum says all of them: only ones', [10, 1, 1, 1, 1, 1], 10],
  ['is nothing for no counts', [], 0],
])('the sum of several apps %s', (_, counts, expected) => {
  expect(suppressedSum(counts)).toBe(expected)
})

it('never gives one hidden count away to whoever knows every shown number and the rule', () => {
  const counts = [0, 1, 2, 3, 4, 5, 6]
  const worlds = counts.flatMap((a) => counts.flatMap((b) => counts.map((c) => [a, b, c])))
  const view = (world: number[]) => JSON.stringify([world.map(suppress), suppressedSum(world)])
  const byView = groupBy(worlds, view)
  for (const alike of byView.values()) {
    for (const place of [0, 1, 2]) {
      const possible = new Set(alike.map((world) => world[place]))
      const isHidden = alike.some((world) => suppress(world[place] as number) === null)
      if (isHidden) expect(possible.size, JSON.stringify(alike)).toBeGreaterThan(1)
    }
  }
})

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
