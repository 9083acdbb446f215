/**
 * The states of a verification session. Spec: States, verification session.
 *
 *     created ──begin──▶ in_progress ──submit──▶ processing ──read──▶ reviewing ──confirm──▶ verified
 *                            ▲                       │                    │
 *                            │                       ├──fail_softly───────┤
 *                        try_again                   ▼                    ▼
 *                            └───────────────── retry_required         (fail) failed
 *
 * `present`: a wallet disclosed at once what a document is read for, so it leads from `in_progress` to `reviewing`.
 * `reissue` gives an unfinished session a new link, `reopen` begins one again that stopped, `reuse` ends one with claims
 * verified earlier, `lose` asks for pictures that a crash took, `expire` and `cancel` end whatever waits. `reviewing` means: read, the person has not confirmed yet.
 */
export const STATES = ['created', 'in_progress', 'processing', 'reviewing', 'verified', 'retry_required', 'failed', 'expired', 'canceled'] as const
export const EVENTS = [
  'begin',
  'submit',
  'read',
  'present',
  'confirm',
  'reuse',
  'fail_softly',
  'fail',
  'try_again',
  'reissue',
  'lose',
  'reopen',
  'cancel',
  'expire',
] as const

export type State = (typeof STATES)[number]
export type Event = (typeof EVENTS)[number]

const TRANSITIONS: Record<State, Partial<Record<Event, State>>> = {
  created: { begin: 'in_progress', fail: 'failed', reissue: 'created', cancel: 'canceled', expire: 'expired' },
  in_progress: {
    submit: 'processing',
    present: 'reviewing',
    reuse: 'verified',
    lose: 'created',
    fail: 'failed',
    reissue: 'in_progress',
    cancel: 'canceled',
    expire: 'expired',
  },
  processing: { read: 'reviewing', lose: 'created', fail_softly: 'retry_required', fail: 'failed', cancel: 'canceled' },
  reviewing: { confirm: 'verified', fail_softly: 'retry_required', fail: 'failed', cancel: 'canceled', expire: 'expired' },
  retry_required: { try_again: 'in_progress', reopen: 'created', fail: 'failed', cancel: 'canceled', expire: 'expired' },
  expired: { reopen: 'created' },
  verified: {},
  failed: {},
  canceled: { cancel: 'canceled' },
}

/** The state an event leads to; undefined where it has no place. */
export const next = (state: State, event: Event): State | undefined => TRANSITIONS[state][event]

/** What a retry means for a session in this state. */
export const retryEvent = (state: State): Event => (state === 'created' || state === 'in_progress' ? 'reissue' : 'reopen')

/** States in which a session runs out. */
export const EXPIRABLE = STATES.filter((state) => next(state, 'expire'))
