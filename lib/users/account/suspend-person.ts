import { changeAccess } from '#lib/accounts/credentials/change-access'
import type { EndedAccess } from '#lib/accounts/credentials/store'
import { transaction, withDatabase } from '#lib/core/db'
import { restoreGrantsOf, suspendGrantsOf } from '#lib/grants/end-grants'
import { recordActivity } from '../activity/store'
import { idOfNamed } from './find-named-person'
import { isSuspendedPerson, markResumed, markSuspended } from './store'

export type SuspendedPerson = { kind: 'done'; ended: EndedAccess } | { kind: 'unknown_or_suspended' }

/**
 * The operator lets nobody into an account, whoever has its password: sessions, waiting log-ins and open links end, nothing
 * issued under its consents works, and mail to its aliases waits inside. Companies are told as of a planned deletion, each at
 * a moment of its own. A deletion that is planned already waits too, since whoever planned it may be the reason.
 * @param who their address or their id
 */
export async function suspendPerson(who: string): Promise<SuspendedPerson> {
  const id = await idOfNamed(who)
  const ended =
    id === undefined
      ? null
      : await changeAccess({ realm: 'person', id }, null, async (change, end) => {
          const marked = await markSuspended(change, id)
          if (!marked) return null
          if (marked.isLeaving) await recordActivity(change, id, 'account.suspended_by_operator')
          else await suspendGrantsOf(change, id, 'operator')
          return end()
        })
  return ended ? { kind: 'done', ended } : { kind: 'unknown_or_suspended' }
}

/** Everything works again as it did; the person logs in anew. @returns whether they were suspended */
export async function resumePerson(who: string): Promise<boolean> {
  const id = await idOfNamed(who)
  if (id === undefined) return false
  return transaction(async (tx) => {
    const marked = await markResumed(tx, id)
    if (marked?.isLeaving) await recordActivity(tx, id, 'account.resumed_by_operator')
    else if (marked) await restoreGrantsOf(tx, id, 'operator')
    return marked !== null
  })
}

/** Whether the operator lets nobody in; said to whoever proved that the account is theirs, and to nobody else. */
export const isPersonSuspended = (id: string): Promise<boolean> => withDatabase((db) => isSuspendedPerson(db, id))
