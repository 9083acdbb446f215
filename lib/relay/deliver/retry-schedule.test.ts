import { expect, it } from 'vitest'
import { retryAfterSeconds } from './retry-schedule'

it('tries again after 1, 5, 15 and 30 minutes, 1, 2 and 4 hours, then every four hours, spread', () => {
  const minutes = Array.from({ length: 8 }, (_, index) => retryAfterSeconds(index + 1, 0.5) / 60)
  expect(minutes).toEqual([1, 5, 15, 30, 60, 120, 240, 240])
  expect(retryAfterSeconds(9, 0)).toBeLessThan(retryAfterSeconds(9, 1))
  expect(retryAfterSeconds(3, 0)).toBe(retryAfterSeconds(3, 1))
})
