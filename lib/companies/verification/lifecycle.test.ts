import { expect, it } from 'vitest'
import { next, type VerificationEvent, type VerificationStatus } from './lifecycle'

const STATES: VerificationStatus[] = ['unverified', 'pending', 'verified', 'rejected']
const leads = (event: VerificationEvent) => Object.fromEntries(STATES.map((state) => [state, next(state, event)]))

it('submits what is not verified and not waiting already', () => {
  expect(leads('submit')).toEqual({ unverified: 'pending', pending: null, verified: null, rejected: 'pending' })
})

it('verifies only what was submitted', () => {
  expect(leads('verify')).toEqual({ unverified: null, pending: 'verified', verified: null, rejected: null })
})

it('rejects what waits, and takes back a badge that was given', () => {
  expect(leads('reject')).toEqual({ unverified: null, pending: 'rejected', verified: 'rejected', rejected: null })
})

it('never leaves a badge or a place in the queue to a changed identity', () => {
  expect(leads('change_identity')).toEqual({ unverified: 'unverified', pending: 'unverified', verified: 'unverified', rejected: 'rejected' })
})
