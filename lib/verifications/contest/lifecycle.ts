/**
 * The states of a contest: somebody showed, with their face, a document that belongs to another account.
 *
 *     (opened) ──▶ suspended ──answer──▶ even
 *         └──────────────────────────────▲ │
 *                  suspended, even ──keep_earlier──▶ kept_earlier
 *                  suspended, even ──keep_contesting──▶ kept_contesting
 *
 * `suspended`: the account that has the document never showed a face with it, so what it says counts for nothing until
 * it does, or until the operator decides. `even`: both did; everything stays as it is until the operator decides.
 */
export const CONTEST_STATES = ['suspended', 'even', 'kept_earlier', 'kept_contesting'] as const
export const CONTEST_EVENTS = ['answer', 'keep_earlier', 'keep_contesting'] as const

export type ContestState = (typeof CONTEST_STATES)[number]
export type ContestEvent = (typeof CONTEST_EVENTS)[number]

const DECISIONS = { keep_earlier: 'kept_earlier', keep_contesting: 'kept_contesting' } as const

const TRANSITIONS: Record<ContestState, Partial<Record<ContestEvent, ContestState>>> = {
  suspended: { answer: 'even', ...DECISIONS },
  even: DECISIONS,
  kept_earlier: {},
  kept_contesting: {},
}

/** The state an event leads to; undefined where it has no place. */
export const nextContest = (state: ContestState, event: ContestEvent): ContestState | undefined => TRANSITIONS[state][event]

/** States in which a decision is waited for. At most one contest of a document is in one of them. */
export const OPEN_STATES = CONTEST_STATES.filter((state) => nextContest(state, 'keep_earlier'))
