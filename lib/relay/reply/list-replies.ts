import { withDatabase } from '#lib/core/db'
import { requireAccount } from '#lib/users/account/open-account'
import type { Changes } from './clean-reply'
import { openReplyTo } from './open-reply'
import { findReplies } from './store'

export type ListedReply = { id: string; appName: string; to: string; at: Date; state: string; problem: string | null; changes: Changes }

/** What a person answered from their aliases in the last 30 days, and what was changed in it, the newest first. */
export async function listReplies(userId: string): Promise<ListedReply[]> {
  const { vault } = await withDatabase((db) => requireAccount(db, userId))
  return (await findReplies(userId)).map((row) => ({
    id: row.id,
    appName: row.app_name,
    to: openReplyTo(vault, userId, row.id, row.to_sealed),
    at: row.created_at,
    state: row.state,
    problem: row.problem,
    changes: { addresses: 0, names: 0, files: 0, ...row.changes },
  }))
}
