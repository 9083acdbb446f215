import { expect, it } from 'vitest'
import { bySource } from './read-outcomes'

it.each([
  [40, 12, 28, 12],
  [40, 0, 40, 0],
  [40, 40, 0, 40],
  [40, 3, null, null],
  [40, 38, null, null],
  [4, 0, null, null],
])('of %i verified, %i by wallet: what one of the two counts would give away of the other is not shown', (verified, wallet, photograph, shown) => {
  expect(bySource(verified, wallet)).toEqual([
    { source: 'photograph', count: photograph },
    { source: 'wallet', count: shown },
  ])
})
