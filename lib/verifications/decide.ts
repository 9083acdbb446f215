import { recordAudit } from '#lib/audit/store'
import type { Prisma } from '#lib/core/db'
import { databaseNow } from '#lib/core/db'
import { destroyMaterial, SYSTEM } from './destroy-material'
import { codeForCompany, type Ending, type RetryableFailure } from './schema'
import { moveVerification, type Verification, type VerificationChange } from './store/verifications'
import { attemptsAfter } from './worker/attempts'

/**
 * Ends an attempt with a fault another one may cure; the last attempt ends the session. Spec: States, attempts.
 */
export function failSoftly(tx: Prisma, session: Verification, code: RetryableFailure): Promise<Verification> {
  const attemptsUsed = attemptsAfter(session, code)
  if (attemptsUsed >= session.maxAttempts) return fail(tx, session, 'attempt_limit_exceeded')
  return settle(tx, session, 'fail_softly', { failureCode: code, documentFingerprint: null, assurance: null, attemptsUsed })
}

export const fail = (tx: Prisma, session: Verification, code: Ending) =>
  settle(tx, session, 'fail', { failureCode: code, documentFingerprint: null, assurance: null })

export const verify = async (tx: Prisma, session: Verification, event: 'confirm' | 'reuse', change: VerificationChange = {}) =>
  settle(tx, session, event, { verifiedAt: await databaseNow(tx), ...change, failureCode: null })

/** A decision, its audit line and the end of the pictures are one transaction. */
async function settle(
  tx: Prisma,
  session: Verification,
  event: 'fail_softly' | 'fail' | 'confirm' | 'reuse',
  change: VerificationChange,
): Promise<Verification> {
  const decided = await moveVerification(tx, session, event, change)
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
