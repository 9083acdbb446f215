import { describe, expect, it } from 'vitest'
import { CONTEST_EVENTS, CONTEST_STATES, type ContestEvent, type ContestState, nextContest, OPEN_STATES } from './lifecycle'

/** Every event that has a place in a state, and where it leads; whatever is not here is refused. */
const ALLOWED: [ContestState, ContestEvent, ContestState][] = [
  ['suspended', 'answer', 'even'],
  ['suspended', 'keep_earlier', 'kept_earlier'],
  ['suspended', 'keep_contesting', 'kept_contesting'],
  ['even', 'keep_earlier', 'kept_earlier'],
  ['even', 'keep_contesting', 'kept_contesting'],
]

describe.each(CONTEST_STATES)('a contest that is %s', (state) => {
  it.each(CONTEST_EVENTS)('%s leads where it should, or nowhere', (event) => {
    expect(nextContest(state, event)).toBe(ALLOWED.find(([from, happening]) => from === state && happening === event)?.[2])
  })
})

it('a decided contest has no way out', () => {
  expect(OPEN_STATES).toEqual(['suspended', 'even'])
})
