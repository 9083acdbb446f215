import { transaction } from '#lib/core/db'
import { deleteUserSession } from './store'
import { handOnVisits, holdSession } from './visits-store'

/**
 * Ends the session that a browser had before it got a new one. To the apps it is one session as long as it is one person:
 * an app that asks for a new log-in causes nothing at another. Somebody else's session is a log-out.
 */
export const succeedSession = (former: Buffer, next: Buffer): Promise<void> =>
  transaction(async (tx) => {
    if (await holdSession(tx, former)) await handOnVisits(tx, former, next)
    await deleteUserSession(former, tx)
  })
