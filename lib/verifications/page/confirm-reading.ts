import { type Prisma, transaction } from '#lib/core/db'
import { requireAccount } from '#lib/users/account/open-account'
import type { Assurance } from '#lib/users/assurance'
import { failSoftly } from '../decide'
import { endOfLastDay } from '../last-day'
import { claimsOf, type Names, openReading } from '../staged-reading'
import { lockVerification } from '../store/verifications'
import { judgeNames, type NamesAnswer } from './judge-names'
import { keepShown } from './keep-shown'
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
    const claims = claimsOf(reading, verdict.names, session.fields)
    const sealed = Object.entries(claims).map(([name, value]) => ({ name, valueSealed: vault.sealClaim(name, value) }))
    const origin = { assurance: session.assurance as Assurance, expiresAt: endOfLastDay(reading.expiryDate) }
    await keepShown(tx, session, { origin, claims: sealed, shown: { claims } })
    return { kind: 'done' }
  })

/** It was read wrongly: what was read is forgotten, and the document can be photographed again. */
export const rejectReading = (visitor: Visitor) =>
  asOwner(visitor, ['reviewing'], (tx: Prisma, session) => failSoftly(tx, session, 'document_unreadable'))
