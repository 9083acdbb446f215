import { expect, it } from 'vitest'
import { askedRest, holdSeconds, isGivenUp, judgeAttempt, SCHEDULE } from './judge-attempt'

const outcome = (status: number | null, retryAfterSeconds: number | null = null) => ({
  status,
  fault: status !== null && status < 300 ? null : ('status' as const),
  retryAfterSeconds,
})

it.each([
  [200, { kind: 'delivered' }],
  [204, { kind: 'delivered' }],
  [410, { kind: 'gone' }],
  [302, { kind: 'again', afterSeconds: 5 }],
  [400, { kind: 'again', afterSeconds: 5 }],
  [500, { kind: 'again', afterSeconds: 5 }],
  [null, { kind: 'again', afterSeconds: 5 }],
])('%s', (status, verdict) => {
  expect(judgeAttempt(outcome(status), 1, 0.5)).toEqual(verdict)
})

it('is tried ten times over more than three days, each time a fifth earlier or later', () => {
  for (const [index, seconds] of SCHEDULE.entries()) {
    expect(judgeAttempt(outcome(500), index + 1, 0)).toEqual({ kind: 'again', afterSeconds: seconds * 0.8 })
    expect(judgeAttempt(outcome(500), index + 1, 1)).toEqual({ kind: 'again', afterSeconds: seconds * 1.2 })
  }
  expect(judgeAttempt(outcome(500), SCHEDULE.length + 1, 0.5)).toEqual({ kind: 'failed' })
  expect(SCHEDULE.reduce<number>((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(3 * 86_400)
})

it('waits as long as the receiver asks, a day at most', () => {
  expect(judgeAttempt(outcome(429, 3600), 1, 0.5)).toEqual({ kind: 'again', afterSeconds: 3600 })
  expect(judgeAttempt(outcome(429, 1), 1, 0.5)).toEqual({ kind: 'again', afterSeconds: 5 })
  expect(judgeAttempt(outcome(429, 9e9), 1, 0.5)).toEqual({ kind: 'again', afterSeconds: 86_400 })
})

it('an address that has too much or is away rests as a whole for as long as it asks', () => {
  const rests = [outcome(429, 60), outcome(503, 9e9), outcome(503), outcome(500, 60), outcome(200, 60)].map(askedRest)
  expect(rests).toEqual([60, 86_400, 0, 0, 0])
})

it('an address that fails rests, and is given up after five days', () => {
  expect([0, 4, 5, 6, 30].map(holdSeconds)).toEqual([0, 0, 10, 20, 600])
  const now = new Date()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  expect([null, daysAgo(4.9), daysAgo(5)].map((since) => isGivenUp(since, now))).toEqual([false, false, true])
})
