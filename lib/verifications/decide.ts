import { recordAudit } from '#lib/audit/store'
import type { Prisma } from '#lib/core/db'
import { destroyMaterial, SYSTEM } from './destroy-material'
import { attemptsAfter } from './judge-attempt'
import { codeForCompany, type Ending, type RetryableFailure } from './schema'
import { databaseNow, moveSession, type Session, type SessionChange } from './store/sessions'

/**
 * Ends an attempt with a fault another one may cure; the last attempt ends the session. Spec: States, attempts.
 */
export function failSoftly(tx: Prisma, session: Session, code: RetryableFailure): Promise<Session> {
  const attemptsUsed = attemptsAfter(session, code)
  if (attemptsUsed >= session.maxAttempts) return fail(tx, session, 'attempt_limit_exceeded')
  return settle(tx, session, 'fail_softly', { failureCode: code, documentFingerprint: null, assurance: null, attemptsUsed })
}

export const fail = (tx: Prisma, session: Session, code: Ending) =>
  settle(tx, session, 'fail', { failureCode: code, documentFingerprint: null, assurance: null })

export const verify = async (tx: Prisma, session: Session, event: 'confirm' | 'reuse', change: SessionChange = {}) =>
  settle(tx, session, event, { ...change, failureCode: null, verifiedAt: await databaseNow(tx) })

/** A decision, its audit line and the end of the pictures are one transaction. */
async function settle(tx: Prisma, session: Session, event: 'fail_softly' | 'fail' | 'confirm' | 'reuse', change: SessionChange): Promise<Session> {
  const decided = await moveSession(tx, session, event, change)
  await destroyMaterial(tx, decided)
  if (!decided.companyId) return decided
  await recordAudit(
    tx,
    { companyId: decided.companyId, ...SYSTEM },
    {
      action: `verification.${decided.status as 'verified' | 'retry_required' | 'failed'}`,
      target: { kind: 'verification', id: decided.id },
      after: { status: decided.status, attempt: decided.attempt, ...(decided.failureCode && { failure: codeForCompany(decided.failureCode) }) },
    },
  )
  return decided
}
