import { transaction } from '#lib/core/db'
import { fail } from '../decide'
import { insertOwn } from '../page/start-own'
import { findByLink, type Visitor } from '../page/visitor'
import { lockVerification } from '../store/verifications'
import { countContests } from './store'

const TRIES = 3
const IN_DAYS = 30

export type StartedContest = { kind: 'started'; path: string } | { kind: 'stale' | 'too_many' }

/**
 * "This is my document": a verification of its own in which it is shown again, with the face. Open to whoever was just
 * told that a document of theirs has another account, and to nobody more than a few times.
 */
export const startContest = (visitor: Visitor): Promise<StartedContest> =>
  transaction(async (tx) => {
    const found = await findByLink(tx, visitor.token)
    const session = found && (await lockVerification(tx, { id: found.id }))
    if (session?.userId !== visitor.userId || session.failureCode !== 'document_already_linked') return { kind: 'stale' }
    if ((await countContests(tx, visitor.userId, IN_DAYS)) >= TRIES) return { kind: 'too_many' }
    if (session.status === 'reviewing') await fail(tx, session, 'document_already_linked')
    return { kind: 'started', path: await insertOwn(tx, visitor.userId, { isContest: true }) }
  })
