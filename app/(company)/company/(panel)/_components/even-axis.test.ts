import { expect, it } from 'vitest'
import { evenAxis } from './even-axis'

it.each([
  [0, [0, 2, 4, 6]],
  [7, [0, 2, 4, 6, 8]],
  [90, [0, 50, 100]],
  [111, [0, 50, 100, 150]],
  [173, [0, 50, 100, 150, 200]],
  [4_200, [0, 2_000, 4_000, 6_000]],
])('an axis for up to %i ends on an even number', (most, ticks) => expect(evenAxis(most)).toEqual(ticks))
