import { expect, it } from 'vitest'
import { endOfLastDay, lastDayBefore } from './last-day'

it.each(['2031-05-14', '2032-02-29', '2030-12-31'])('a document that is valid until %s is said to be valid until that day', (day) => {
  expect(lastDayBefore(endOfLastDay(day))).toBe(day)
})
