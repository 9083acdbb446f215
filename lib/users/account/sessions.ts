import { prismaTransaction, withDatabase } from '#lib/core/db'
import { recordActivity } from '../activity/store'
import { deleteSessions, findSessions } from './store'

/** Where the person is logged in, the latest visit first. */
export async function listSessions(userId: string, current: Buffer) {
  const rows = await withDatabase((db) => findSessions(db, userId))
  return rows.map(({ id_hash, auth_time, last_seen_at, device, amr }) => ({
    isThisOne: current.equals(id_hash),
    since: auth_time,
    lastSeenAt: last_seen_at,
    device,
    withPasskey: !amr.includes('pwd'),
  }))
}

/** Logs every other browser out. @returns how many there were */
export const endOtherSessions = (userId: string, current: Buffer<ArrayBuffer>): Promise<number> =>
  prismaTransaction(async (tx) => {
    const count = await deleteSessions(tx, userId, current)
    if (count > 0) await recordActivity(tx, userId, 'account.sessions_ended')
    return count
  })
