import { transaction } from '#lib/core/db'
import { environmentOf } from '#lib/users/store'
import { fail } from '../decide'
import { next } from '../lifecycle'
import type { Ending, Obstacle } from '../schema'
import { lockVerification, moveVerification, type Verification } from '../store/verifications'
import { findByLink, isServed, type Visitor } from './visitor'

/**
 * The person read what it is about, agreed, and the session is bound to their account. A session meant for somebody else
 * ends. Spec: States, in_progress; failure codes, account_mismatch
 */
export const beginVerification = ({ token, userId }: Visitor): Promise<void> =>
  transaction(async (tx) => {
    const found = await findByLink(tx, token)
    const session = found && (await lockVerification(tx, { id: found.id }))
    if (!session || !isServed(session) || !next(session.status, 'begin')) return
    const userEnvironment = await environmentOf(tx, userId)
    const isElsewhere = session.app !== null && session.app.environment !== userEnvironment
    if (isElsewhere || (session.expectedUserId !== null && session.expectedUserId !== userId))
      return void (await fail(tx, session, 'account_mismatch'))
    // Opened again after it was bound: it stays that person's.
    if (session.userId !== null && session.userId !== userId) return
    await moveVerification(tx, session, 'begin', { userId, userEnvironment, documentKind: null })
  })

/**
 * The person does not want it, before or after logging in, or goes because their document cannot be confirmed. Spec:
 * failure codes, consent_declined, not_possible
 */
export const declineVerification = (token: string, userId: string | null): Promise<void> =>
  transaction(async (tx) => {
    const found = await findByLink(tx, token)
    const session = found && (await lockVerification(tx, { id: found.id }))
    if (!session || !next(session.status, 'fail') || session.status === 'processing') return
    if (session.userId !== null && session.userId !== userId) return
    await fail(tx, session, endingOf(session))
  })

/** After the reading a company is told the same whatever the reason was. */
const endingOf = ({ status, failureCode }: Verification): Ending =>
  status === 'reviewing' ? ((failureCode as Obstacle | null) ?? 'declined_after_reading') : 'consent_declined'
