import { type AuditEntry, recordAudit } from '#lib/audit/store'
import { databaseNow, transaction } from '#lib/core/db'
import type { DocumentReading, PageReport } from '#lib/documents/types'
import { requireAccount } from '#lib/users/account/open-account'
import type { Assurance } from '#lib/users/assurance'
import { openContest } from '../contest/open-contest'
import { fail, failSoftly } from '../decide'
import { destroyMaterial, SYSTEM } from '../destroy-material'
import { settleRecovery } from '../recovery/settle-recovery'
import type { Checks, RetryableFailure } from '../schema'
import { sealReading, stage } from '../staged-reading'
import { lockDocument } from '../store/documents'
import { lockVerification, moveVerification, type Verification } from '../store/verifications'
import { endSoon } from './end-quietly.job'
import { findObstacle } from './find-obstacle'
import { fingerprintOf } from './fingerprint-of'

/** What the engine made of the pictures of one attempt. */
export type Outcome =
  | { ok: false; failure: RetryableFailure }
  | {
      ok: true
      reading: DocumentReading
      /** How the page has the names, where that is another way. */
      names: PageReport['names']
      checks: Checks
      assurance: Assurance
      engineVersion: string
    }

/**
 * Writes down what an attempt came to, in one transaction with the end of its pictures. A result that comes after the
 * session was cancelled, or begun anew, changes nothing. Spec: States
 */
export const settleReading = (sessionId: string, attempt: number, outcome: Outcome): Promise<void> =>
  transaction(async (tx) => {
    const session = await lockVerification(tx, { id: sessionId })
    if (session?.status !== 'processing' || session.attempt !== attempt) return
    if (!outcome.ok) return void (await failSoftly(tx, session, outcome.failure))
    const { reading, names, checks, assurance, engineVersion } = outcome
    // Whoever's account is gone meanwhile has nobody left to confirm.
    if (!session.userId || !hasAllFields(session, reading)) return void (await failSoftly(tx, session, 'document_type_not_supported'))
    const fingerprint = fingerprintOf(reading)
    const document = await lockDocument(tx, fingerprint)
    if (session.isRecovery) return settleRecovery(tx, session, { document, checks, assurance, engineVersion })
    const obstacle = await findObstacle(tx, document, session.userId, checks)
    if (session.isContest && document && obstacle) {
      return void (await fail(tx, session, await openContest(tx, { contestingId: session.userId, document, checks })))
    }
    const { vault } = await requireAccount(tx, session.userId)
    const kept = {
      documentFingerprint: fingerprint,
      readingSealed: sealReading(vault, session.id, stage(reading, names)),
      materialSince: await databaseNow(tx),
    }
    const reviewing = await moveVerification(tx, session, 'read', {
      checks,
      assurance,
      engineVersion,
      ...(obstacle ? { failureCode: obstacle } : kept),
    })
    await destroyMaterial(tx, reviewing, { keepReading: !obstacle })
    // To the company it goes on like any other: it learns no more than that it ended, and not at once.
    if (obstacle) await endSoon(tx, reviewing)
    if (!session.companyId) return
    const entry: AuditEntry = { action: 'verification.read', target: { kind: 'verification', id: sessionId }, after: { attempt } }
    await recordAudit(tx, { companyId: session.companyId, ...SYSTEM }, entry)
  })

/** Some documents do not know the whole birth date. */
const hasAllFields = ({ fields }: Verification, { birthDate }: DocumentReading) =>
  !fields.some((field) => field === 'birthdate' || field === 'age_over_18') || /^\d{4}-\d\d-\d\d$/.test(birthDate ?? '')
