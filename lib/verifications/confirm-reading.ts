import { type Prisma, prismaTransaction } from '#lib/core/db'
import { transliteratesTo } from '#lib/documents/mrz/transliterate'
import { requireAccount } from '#lib/users/account/open-account'
import { recordActivity } from '#lib/users/activity/store'
import { profileSchema } from '#lib/users/schema'
import { answerContest } from './contest/answer-contest'
import { fail, failSoftly, verify } from './decide'
import { findObstacle } from './find-obstacle'
import type { Checks } from './schema'
import { claimsOf, type Names, openReading, type StagedReading } from './staged-reading'
import { replaceClaims } from './store/claims'
import { linkDocument } from './store/documents'
import { lockSession, type Session } from './store/sessions'
import { asOwner, findByLink, isServed, type Visitor } from './visitor'

export type Confirmation = 'done' | 'stale' | 'given_name' | 'family_name'

/**
 * The person confirms what was read: only now it becomes claims of their account. The spelling of a name may be
 * corrected as long as it is written in the machine-readable zone the same way. Spec: Claims
 * @returns the name that is not the one in the document, when there is one
 */
export const confirmReading = (visitor: Visitor, names: Names): Promise<Confirmation> =>
  prismaTransaction(async (tx) => {
    const found = await findByLink(tx, visitor.token)
    const session = found && (await lockSession(tx, { id: found.id }))
    if (session?.status !== 'reviewing' || session.userId !== visitor.userId || !session.readingSealed || !isServed(session)) return 'stale'
    const { vault } = await requireAccount(tx, visitor.userId)
    const reading = openReading(vault, session.id, session.readingSealed)
    const wrong = wrongName(names, reading)
    if (wrong) return wrong
    const checks = session.checks as Checks
    const document = await linkDocument(tx, session.documentFingerprint as Uint8Array, visitor.userId)
    const obstacle = await findObstacle(tx, document, visitor.userId, checks)
    if (obstacle) {
      await fail(tx, session, obstacle)
      return 'done'
    }
    const verified = await verify(tx, session, 'confirm')
    await answerContest(tx, document, checks)
    const claims = Object.entries(claimsOf(reading, names, session.fields)).map(([name, value]) => ({
      name,
      valueSealed: vault.sealClaim(name, value),
    }))
    await replaceClaims(tx, { ...claimOrigin(verified, reading), documentFingerprint: document.fingerprint }, claims)
    await recordActivity(tx, visitor.userId, 'document.verified', session.appId)
    return 'done'
  })

function wrongName(names: Names, { givenNames, surname, namesTruncated }: StagedReading): Confirmation | null {
  const fits = (spelling: string, zone: string) =>
    spelling === '' ? zone === '' : profileSchema.shape.given_name.safeParse(spelling).success && transliteratesTo(spelling, zone, namesTruncated)
  if (!fits(names.given_name, givenNames)) return 'given_name'
  return fits(names.family_name, surname) ? null : 'family_name'
}

const claimOrigin = (session: Session, reading: StagedReading) => ({
  userId: session.userId as string,
  sessionId: session.id,
  verifiedAt: session.verifiedAt as Date,
  expiresAt: endOfDay(reading.expiryDate),
})

/** A document is valid through its last day, wherever on earth that ends last. */
const endOfDay = (day: string) => new Date(`${day}T23:59:59-12:00`)

/** It was read wrongly: what was read is forgotten, and the document can be photographed again. */
export const rejectReading = (visitor: Visitor) =>
  asOwner(visitor, ['reviewing'], (tx: Prisma, session) => failSoftly(tx, session, 'document_unreadable'))
