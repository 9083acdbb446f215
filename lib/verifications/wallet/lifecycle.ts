/**
 * The states of a question to a wallet. Spec: Wallets, flow.
 *
 *     waiting ──answer──▶ presented ──own──▶ confirmed
 *        │                    │
 *        └───────refuse───────┴──▶ refused
 *
 * `answer` takes the question away before anything of the answer is looked at, so that it is answered once. `own`: whoever
 * answered is whoever asked, by the browser's cookie or by the digits. A question whose time is over is `expired` in every
 * state; its row goes with the next purge, and at once with a decision on its session or with the next question.
 */
export const WALLET_STATES = ['waiting', 'presented', 'confirmed', 'refused'] as const
export type WalletState = (typeof WALLET_STATES)[number]
export type WalletEvent = 'answer' | 'own' | 'refuse'

const TRANSITIONS: Record<WalletState, Partial<Record<WalletEvent, WalletState>>> = {
  waiting: { answer: 'presented', refuse: 'refused' },
  presented: { own: 'confirmed', refuse: 'refused' },
  confirmed: {},
  refused: {},
}

/** The state an event leads to; undefined where it has no place. */
export const nextWalletState = (state: WalletState, event: WalletEvent): WalletState | undefined => TRANSITIONS[state][event]

/** How long a question waits, and what came of it is kept at most. */
export const WALLET_SECONDS = 600

/** As often as a wallet may fetch a question: some look twice. */
export const MOST_FETCHES = 5

/** As often as digits may be typed. */
export const DIGIT_TRIES = 3
