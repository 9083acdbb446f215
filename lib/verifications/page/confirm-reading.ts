import { type Prisma, transaction } from '#lib/core/db'
import { requireAccount } from '#lib/users/account/open-account'
import { recordActivity } from '#lib/users/activity/store'
import type { Assurance } from '#lib/users/assurance'
import { answerContest } from '../contest/answer-contest'
import { fail, failSoftly, verify } from '../decide'
import { endOfLastDay } from '../last-day'
import type { Checks } from '../schema'
import { claimsOf, type Names, openReading, type StagedReading } from '../staged-reading'
import { linkDocument } from '../store/documents'
import { lockVerification, type Verification } from '../store/verifications'
import { findObstacle } from '../worker/find-obstacle'
import { judgeNames, type NamesAnswer } from './judge-names'
import { saveClaims } from './save-claims'
import { asOwner, findByLink, isServed, type Visitor } from './visitor'

export type Confirmation = { kind: 'done' } | { kind: 'stale' } | { kind: 'unchosen'; name: keyof Names } | { kind: 'wrong'; name: keyof Names }

/**
 * The person confirms what was read: only now it becomes claims of their account, at the level that was reached. Spec:
 * Claims. @returns the name that is not the one in the document, when there is one
 */
export const confirmReading = (visitor: Visitor, answer: NamesAnswer): Promise<Confirmation> =>
  transaction(async (tx) => {
    const found = await findByLink(tx, visitor.token)
    const session = found && (await lockVerification(tx, { id: found.id }))
    if (
      session?.status !== 'reviewing' ||
      session.assurance === 'wallet' ||
      session.userId !== visitor.userId ||
      !session.readingSealed ||
      !isServed(session)
    )
      return { kind: 'stale' }
    const { vault } = await requireAccount(tx, visitor.userId)
    const reading = openReading(vault, session.id, session.readingSealed)
    const verdict = judgeNames(answer, reading)
    if (!verdict.ok) return { kind: verdict.isUnchosen ? 'unchosen' : 'wrong', name: verdict.wrong }
    const checks = session.checks as Checks
    const document = await linkDocument(tx, session.documentFingerprint as Uint8Array, visitor.userId)
    const obstacle = await findObstacle(tx, document, visitor.userId, checks)
    if (obstacle) {
      await fail(tx, session, obstacle)
      return { kind: 'done' }
    }
    const verified = await verify(tx, session, 'confirm')
    await answerContest(tx, document, checks)
    const claims = claimsOf(reading, verdict.names, session.fields)
    const sealed = Object.entries(claims).map(([name, value]) => ({ name, valueSealed: vault.sealClaim(name, value) }))
    await saveClaims(tx, { ...claimOrigin(verified, reading), documentFingerprint: document.fingerprint }, sealed, { claims })
    await recordActivity(tx, visitor.userId, 'document.verified', session.appId)
    return { kind: 'done' }
  })

const claimOrigin = (session: Verification, reading: StagedReading) => ({
  userId: session.userId as string,
  sessionId: session.id,
  assurance: session.assurance as Assurance,
  verifiedAt: session.verifiedAt as Date,
  expiresAt: endOfLastDay(reading.expiryDate),
})

/** It was read wrongly: what was read is forgotten, and the document can be photographed again. */
export const rejectReading = (visitor: Visitor) =>
  asOwner(visitor, ['reviewing'], (tx: Prisma, session) => failSoftly(tx, session, 'document_unreadable'))
