import { apartFromTransaction, type Prisma, transaction } from '#lib/core/db'
import { reaches } from '#lib/users/assurance'
import { beginWaiting } from '#lib/users/recovery/begin-waiting'
import { fail, verify } from '../decide'
import type { Checks } from '../schema'
import type { LinkedDocument } from '../store/documents'
import { moveVerification, type Verification } from '../store/verifications'
import { findObstacle } from '../worker/find-obstacle'

type Showing = { document: LinkedDocument | null; checks: Checks; assurance: Verification['assurance']; engineVersion: string }

/**
 * What a showing for a recovery comes to. It counts when it is the very document of the account, with the face of its
 * holder; nothing of what was read is kept, and no claim changes. Spec: Levels of assurance
 */
export async function settleRecovery(tx: Prisma, session: Verification, { document, checks, assurance, engineVersion }: Showing): Promise<void> {
  const userId = session.userId as string
  const isTheirs = document?.userId === userId && (await findObstacle(tx, document, userId, checks)) === null
  if (!isTheirs || assurance === null || !reaches(assurance, 'person')) return void (await fail(tx, session, 'account_mismatch'))
  // The account first, on its own shard: one that waits already goes on, should this be done twice.
  await apartFromTransaction(() => transaction((own) => beginWaiting(own, userId)))
  const read = await moveVerification(tx, session, 'read', { checks, assurance, engineVersion })
  await verify(tx, read, 'confirm')
}
