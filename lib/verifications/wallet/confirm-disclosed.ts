import { transaction } from '#lib/core/db'
import { requireAccount } from '#lib/users/account/open-account'
import { recordActivity } from '#lib/users/activity/store'
import { answerContest } from '../contest/answer-contest'
import { fail, verify } from '../decide'
import { endOfLastDay } from '../last-day'
import { saveClaims } from '../page/save-claims'
import { findByLink, isServed, type Visitor } from '../page/visitor'
import type { Checks } from '../schema'
import { linkDocument } from '../store/documents'
import { lockVerification } from '../store/verifications'
import { findObstacle } from '../worker/find-obstacle'
import { claimsOfDisclosed, openDisclosed } from './sealed-disclosed'

/**
 * The person confirms what their wallet disclosed: only now it becomes claims of their account, with whoever signed it.
 * Nothing of it can be changed: the issuer's word is what it is. Spec: Claims
 */
export const confirmDisclosed = (visitor: Visitor): Promise<void> =>
  transaction(async (tx) => {
    const found = await findByLink(tx, visitor.token)
    const session = found && (await lockVerification(tx, { id: found.id }))
    if (session?.status !== 'reviewing' || session.assurance !== 'wallet' || session.userId !== visitor.userId) return
    if (!session.readingSealed || !isServed(session)) return
    const { vault } = await requireAccount(tx, visitor.userId)
    const disclosed = openDisclosed(vault, session.id, session.readingSealed)
    const checks = session.checks as Checks
    const document = session.documentFingerprint && (await linkDocument(tx, session.documentFingerprint, visitor.userId))
    const obstacle = document && (await findObstacle(tx, document, visitor.userId, checks))
    if (obstacle) return void (await fail(tx, session, obstacle))
    const { verifiedAt } = await verify(tx, session, 'confirm')
    if (document) await answerContest(tx, document, checks)
    const claims = claimsOfDisclosed(disclosed)
    const origin = {
      userId: visitor.userId,
      sessionId: session.id,
      assurance: 'wallet' as const,
      verifiedAt: verifiedAt as Date,
      expiresAt: endOf(disclosed),
      documentFingerprint: document?.fingerprint ?? null,
    }
    const sealed = Object.entries(claims).map(([name, value]) => ({
      name,
      valueSealed: vault.sealClaim(name, value),
      issuerSealed: vault.sealIssuer(name, disclosed.issuer),
      // Nobody grows younger: that somebody was of age stays true when the document has run out.
      ...(name === 'age_over_18' && { expiresAt: null }),
    }))
    await saveClaims(tx, origin, sealed, { claims, isOfAge: disclosed.claims.age_over_18 })
    await recordActivity(tx, visitor.userId, 'document.verified', session.appId)
  })

/** The document's own last day where it was asked for, else that of the issuer's signature. */
function endOf({ claims: { document_expiry: day }, validUntil }: ReturnType<typeof openDisclosed>): Date | null {
  if (day !== undefined) return endOfLastDay(day)
  return validUntil === null ? null : new Date(validUntil)
}
