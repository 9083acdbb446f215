import { expect, it } from 'vitest'
import { RETRYABLE_FAILURES } from '../schema'
import { attemptsAfter, FREE_SUBMISSIONS } from './attempts'

it.each([
  ['a guess about the first picture gives its attempt back', 1, 1, 'glare', 0],
  ['one about the document or the person does not', 1, 1, 'face_mismatch', 1],
  ['a guess after a counted attempt gives back its own only', 2, 2, 'recaptured', 1],
  ['the last free one is free', FREE_SUBMISSIONS + 1, 2, 'mrz_not_found', 1],
  ['the next one counts', FREE_SUBMISSIONS + 1, 1, 'mrz_not_found', 1],
] as const)('%s', (_, attempt, attemptsUsed, code, left) => {
  expect(attemptsAfter({ attempt, attemptsUsed }, code)).toBe(left)
})

it('whatever the reasons are, a session has no more submissions than its attempts and the free ones', () => {
  for (const code of RETRYABLE_FAILURES) {
    const session = { attempt: 0, attemptsUsed: 0 }
    while (session.attemptsUsed < 3) {
      session.attempt++
      session.attemptsUsed++
      session.attemptsUsed = attemptsAfter(session, code)
      expect(session.attempt).toBeLessThanOrEqual(3 + FREE_SUBMISSIONS)
    }
  }
})
