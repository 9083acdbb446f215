import { apartFromTransaction, databaseNow, type Prisma, transaction } from '#lib/core/db'
import { recordActivity } from '#lib/users/activity/store'
import { answerContest, findAnswered, restoreAnswered } from '../contest/answer-contest'
import { fail, verify } from '../decide'
import type { Checks } from '../schema'
import type { ClaimOrigin, NewClaim } from '../store/claims'
import { claimDocument, confirmDocument, lockDocument } from '../store/documents'
import type { Verification } from '../store/verifications'
import { findObstacle } from '../worker/find-obstacle'
import { type Shown, saveClaims } from './save-claims'

/** @property origin what the claims have in common, apart from the session and the document */
export type Confirmed = { origin: Pick<ClaimOrigin, 'assurance' | 'expiresAt'>; claims: NewClaim[]; shown: Shown }

/**
 * What a person confirmed becomes claims of their account. The document, the account and the session may each be on a shard of its
 * own, so they are written one after the other: the document is claimed, the claims are kept, and last the session is verified,
 * which is what a company is told. Whoever is stopped in between finds the session as it was, and confirms it once more.
 * @param tx holds the session
 */
export async function keepShown(tx: Prisma, session: Verification, { origin, claims, shown }: Confirmed): Promise<void> {
  const userId = session.userId as string
  const checks = session.checks as Checks
  const fingerprint = session.documentFingerprint && Buffer.from(session.documentFingerprint)
  if (fingerprint) await claimDocument(fingerprint, userId)
  const document = fingerprint && (await lockDocument(tx, fingerprint))
  const obstacle = document && (await findObstacle(tx, document, userId, checks))
  if (obstacle) return void (await fail(tx, session, obstacle))
  const contest = document && (await findAnswered(tx, document, checks))
  const verifiedAt = await databaseNow(tx)
  await apartFromTransaction(() =>
    transaction(async (own) => {
      if (contest) await restoreAnswered(own, contest)
      const isNew = await saveClaims(own, { ...origin, userId, sessionId: session.id, verifiedAt, documentFingerprint: fingerprint }, claims, shown)
      if (isNew) await recordActivity(own, userId, 'document.verified', session.appId)
    }),
  )
  await verify(tx, session, 'confirm', { verifiedAt })
  if (!document) return
  await answerContest(tx, document, checks, contest)
  await confirmDocument(tx, document)
}
