import { type Prisma, transaction } from '#lib/core/db'
import { expireSessions } from './expire-sessions'
import { recoverLost } from './recover-lost'
import { linkHashes } from './session-link'
import { findSession, lockSession, type Session } from './store/sessions'

/** A person who is logged in and came by a session's link. */
export type Visitor = { token: string; userId: string }

/** The session behind a link, as it is now; null when there is none. */
export async function findByLink(tx: Prisma, token: string): Promise<Session | null> {
  const tokenHashes = linkHashes(token)
  const found = tokenHashes.length > 0 ? await findSession(tx, { tokenHashes }) : null
  if (!found) return null
  await expireSessions(tx, { id: found.id })
  if (found.materialStatus === 'held') await recoverLost(tx, { id: found.id })
  return findSession(tx, { id: found.id })
}

/** Nobody can be verified for an app that is switched off. */
export const isServed = ({ app }: Session) => app === null || app.status === 'active'

/**
 * Carries out what a visitor asks for while the session is theirs and nothing else can decide on it. When it is not
 * theirs, or has moved on, nothing happens: the page shows how things stand.
 */
export const asOwner = (visitor: Visitor, states: Session['status'][], work: (tx: Prisma, session: Session) => Promise<unknown>): Promise<boolean> =>
  transaction(async (tx) => {
    const found = await findByLink(tx, visitor.token)
    const session = found && (await lockSession(tx, { id: found.id }))
    const isTheirs = session !== null && isServed(session) && session.userId === visitor.userId
    if (!isTheirs || !states.includes(session.status)) return false
    await work(tx, session)
    return true
  })
