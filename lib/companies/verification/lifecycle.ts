import type { VerificationStatus } from '#prisma/generated/client'

export type { VerificationStatus }

/**
 * How a company comes to its badge. `verified` is the only state that shows one.
 *
 *   unverified ──submit──▶ pending ──verify──▶ verified
 *       ▲                  │  ▲  │                │ │
 *       │                  │  │  └────reject──┐   │ │
 *       │                  │  └──submit── rejected ◀┘ reject: the badge is taken back
 *       └──change identity─┴──────────────────────┘
 *
 * What was checked must be what the badge stands for. So a company that changes its identity while it waits or after it
 * was verified begins again; a rejected one stays rejected, with the reason in sight, until it submits anew.
 */
export type VerificationEvent = 'submit' | 'verify' | 'reject' | 'change_identity'

const TRANSITIONS: Record<VerificationStatus, Partial<Record<VerificationEvent, VerificationStatus>>> = {
  unverified: { submit: 'pending', change_identity: 'unverified' },
  pending: { verify: 'verified', reject: 'rejected', change_identity: 'unverified' },
  verified: { reject: 'rejected', change_identity: 'unverified' },
  rejected: { submit: 'pending', change_identity: 'rejected' },
}

/** @returns the state after the event, or null when the event cannot happen in this state */
export const next = (state: VerificationStatus, event: VerificationEvent): VerificationStatus | null => TRANSITIONS[state][event] ?? null
