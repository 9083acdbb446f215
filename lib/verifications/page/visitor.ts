import { opens } from '#lib/apps/open'
import { type Prisma, transaction } from '#lib/core/db'
import { expireVerifications } from '../expire-verifications'
import { findVerification, lockVerification, type Verification } from '../store/verifications'
import { recoverLost } from '../worker/recover-lost'
import { linkHashes } from './verification-link'

/** A person who is logged in and came by a session's link. */
export type Visitor = { token: string; userId: string }

/** The session behind a link, as it is now; null when there is none. */
export async function findByLink(tx: Prisma, token: string): Promise<Verification | null> {
  const tokenHashes = linkHashes(token)
  const found = tokenHashes.length > 0 ? await findVerification(tx, { tokenHashes }) : null
  if (!found) return null
  await expireVerifications(tx, { id: found.id })
  if (found.materialStatus === 'held') await recoverLost(tx, { id: found.id })
  return findVerification(tx, { id: found.id })
}

/** Nobody can be verified for an app that is switched off, or suspended. */
export const isServed = ({ app }: Verification) => app === null || opens(app)

/**
 * Carries out what a visitor asks for while the session is theirs and nothing else can decide on it. When it is not
 * theirs, or has moved on, nothing happens: the page shows how things stand.
 */
export const asOwner = (
  visitor: Visitor,
  states: Verification['status'][],
  work: (tx: Prisma, session: Verification) => Promise<unknown>,
): Promise<boolean> =>
  transaction(async (tx) => {
    const found = await findByLink(tx, visitor.token)
    const session = found && (await lockVerification(tx, { id: found.id }))
    const isTheirs = session !== null && isServed(session) && session.userId === visitor.userId
    if (!isTheirs || !states.includes(session.status)) return false
    await work(tx, session)
    return true
  })
