import { describe, expect, it } from 'vitest'
import { EVENTS, type Event, next, retryEvent, STATES, type State } from './lifecycle'

/** Every event that has a place in a state, and where it leads; whatever is not here is refused. */
const ALLOWED: [State, Event, State][] = [
  ['created', 'begin', 'in_progress'],
  ['created', 'fail', 'failed'],
  ['created', 'reissue', 'created'],
  ['created', 'cancel', 'canceled'],
  ['created', 'expire', 'expired'],
  ['in_progress', 'submit', 'processing'],
  ['in_progress', 'present', 'reviewing'],
  ['in_progress', 'reuse', 'verified'],
  ['in_progress', 'lose', 'created'],
  ['in_progress', 'fail', 'failed'],
  ['in_progress', 'reissue', 'in_progress'],
  ['in_progress', 'cancel', 'canceled'],
  ['in_progress', 'expire', 'expired'],
  ['processing', 'read', 'reviewing'],
  ['processing', 'lose', 'created'],
  ['processing', 'fail_softly', 'retry_required'],
  ['processing', 'fail', 'failed'],
  ['processing', 'cancel', 'canceled'],
  ['reviewing', 'confirm', 'verified'],
  ['reviewing', 'fail_softly', 'retry_required'],
  ['reviewing', 'fail', 'failed'],
  ['reviewing', 'cancel', 'canceled'],
  ['reviewing', 'expire', 'expired'],
  ['retry_required', 'try_again', 'in_progress'],
  ['retry_required', 'reopen', 'created'],
  ['retry_required', 'fail', 'failed'],
  ['retry_required', 'cancel', 'canceled'],
  ['retry_required', 'expire', 'expired'],
  ['expired', 'reopen', 'created'],
  ['canceled', 'cancel', 'canceled'],
]

describe.each(STATES)('a session that is %s', (state) => {
  it.each(EVENTS)('%s leads where it should, or nowhere', (event) => {
    expect(next(state, event)).toBe(ALLOWED.find(([from, happening]) => from === state && happening === event)?.[2])
  })
})

it('a retry has a place in created, in_progress, retry_required and expired only', () => {
  const retryable = STATES.filter((state) => next(state, retryEvent(state)))
  expect(retryable).toEqual(['created', 'in_progress', 'retry_required', 'expired'])
})

it('a final state has no way out', () => {
  for (const state of ['verified', 'failed'] as const) expect(EVENTS.filter((event) => next(state, event))).toEqual([])
})
