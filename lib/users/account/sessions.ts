import { withDatabase } from '#lib/core/db'
import { changeAccess } from '../access/change-access'
import { recordActivity } from '../activity/store'
import { findSessions } from './store'

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

/** Logs every other browser out, and ends whatever else was begun elsewhere. @returns how many sessions there were */
export async function endOtherSessions(userId: string, current: Buffer<ArrayBuffer>): Promise<number> {
  const ended = await changeAccess(userId, current, async (change, end) => {
    const { sessions } = await end()
    if (sessions > 0) await recordActivity(change, userId, 'account.sessions_ended')
    return sessions
  })
  return ended ?? 0
}
