import { expect, it } from 'vitest'
import { HISTORY_DAYS, judgeDays } from './judge-days'

const row = (day: string, up: number, slow = 0, first = `${day}T00:00:00Z`) => ({
  day,
  part: 'mail' as const,
  first_minute: new Date(first),
  up,
  slow,
})
const mailOf = (rows: ReturnType<typeof row>[], now: string) => judgeDays(rows, new Date(now)).find(({ part }) => part === 'mail')
const last = (rows: ReturnType<typeof row>[], now: string, count: number) => mailOf(rows, now)?.days.slice(-count)

it('a day of which every minute was noted is whole, slow minutes among them', () => {
  expect(last([row('2026-03-01', 1400, 40), row('2026-03-02', 60)], '2026-03-02T01:00:30Z', 2)).toEqual([
    { day: '2026-03-01', share: 1 },
    { day: '2026-03-02', share: 1 },
  ])
})

it('minutes that nobody noted were down, and so is a whole day without any', () => {
  const rows = [row('2026-03-01', 1440), row('2026-03-03', 720)]
  expect(last(rows, '2026-03-04T00:00:00Z', 4)).toEqual([
    { day: '2026-03-01', share: 1 },
    { day: '2026-03-02', share: 0 },
    { day: '2026-03-03', share: 0.5 },
    { day: '2026-03-04', share: null },
  ])
  expect(mailOf(rows, '2026-03-04T00:00:00Z')?.share).toBe(0.5)
})

it('what was before the first minute counts for nothing', () => {
  const history = mailOf([row('2026-03-02', 60, 0, '2026-03-02T23:00:00Z')], '2026-03-03T00:00:00Z')
  expect(history?.days).toHaveLength(HISTORY_DAYS)
  expect(history?.days.slice(-3).map(({ share }) => share)).toEqual([null, 1, null])
  expect(history?.share).toBe(1)
})

it('the first minute of all is no fault, and before it nothing is said', () => {
  expect(mailOf([row('2026-03-02', 1, 0, '2026-03-02T10:00:00Z')], '2026-03-02T10:00:20Z')?.share).toBe(1)
  expect(mailOf([], '2026-03-02T10:00:20Z')?.share).toBeNull()
})
