import { transaction } from '#lib/core/db'
import { deleteUserSession } from './store'
import { holdSession, spreadVisits } from './visits-store'

/**
 * Ends a session because an app asks, and nobody asked the person. That app is told at once; each other one at a moment
 * of its own, so that no app can bring about at another what the two could compare.
 */
export const endSessionForApp = (hash: Buffer, appId: string): Promise<void> =>
  transaction(async (tx) => {
    if (await holdSession(tx, hash)) await spreadVisits(tx, hash, appId)
    await deleteUserSession(hash, tx)
  })
