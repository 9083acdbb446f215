import { expect, it } from 'vitest'
import { drawn, drawsByChance, matchesByChance, orderByChance } from './chance'

it('bounds how often people match themselves: all of n different ones once in n factorial', () => {
  expect(matchesByChance([1, 1, 1, 1], 4)).toBeCloseTo(1 / 24)
  expect(matchesByChance([4, 4, 4, 4], 4)).toBe(1)
  expect(matchesByChance([1, 1, 0, 0], 2)).toBeCloseTo(1 / 12)
})

it('never says less than happens with random orders', () => {
  // Two people each of five kinds.
  const kinds = Array.from({ length: 10 }, (_, n) => n % 5)
  const runs = 20_000
  const atLeast = new Array<number>(11).fill(0)
  for (let run = 0; run < runs; run++) {
    const dealt = kinds
      .map((kind) => [Math.random(), kind] as const)
      .sort(([a], [b]) => a - b)
      .map(([, kind]) => kind)
    const hits = dealt.filter((kind, n) => kind === kinds[n]).length
    for (let k = 0; k <= hits; k++) atLeast[k] = (atLeast[k] as number) + 1
  }
  for (let k = 4; k <= 8; k++) expect((atLeast[k] as number) / runs, String(k)).toBeLessThanOrEqual(matchesByChance(new Array(10).fill(2), k) + 0.01)
})

it('knows how many orders have so few inversions', () => {
  expect(orderByChance(4, 0)).toBeCloseTo(1 / 24)
  expect(orderByChance(4, 1)).toBeCloseTo(4 / 24)
  expect(orderByChance(4, 6)).toBeCloseTo(1)
  expect(orderByChance(20, 0)).toBeLessThan(1e-17)
})

it('knows how many of the chosen are marked by chance, over several draws', () => {
  const half = { all: 20, marked: 10, chosen: 10 }
  expect(drawn(half).at(-1)).toBeCloseTo(1 / 184_756, 12)
  expect(drawsByChance([half, half], 20)).toBeCloseTo(2 / 184_756 ** 2, 15)
  expect(drawsByChance([half], 5)).toBe(1)
})
