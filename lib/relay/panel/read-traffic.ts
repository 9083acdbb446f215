import { pausedAt } from '../store/mailbox'
import { findTraffic } from '../store/panel'
import { type ProblemKind, problemKind } from './problem'

export type Traffic = {
  forwarded: number
  waiting: number
  lastForwardedAt: Date | null
  problem: { kind: ProblemKind; code: string; at: Date } | null
}

/** What the person's aliases did, by app, and since when their mailbox is paused. */
export async function readTraffic(userId: string): Promise<{ byApp: Map<string, Traffic>; mailboxPausedAt: Date | null }> {
  const [rows, mailboxPausedAt] = [await findTraffic(userId), await pausedAt(userId)]
  const byApp = rows.map((row): [string, Traffic] => [
    row.app_id,
    {
      forwarded: row.forwarded_count,
      waiting: row.waiting,
      lastForwardedAt: row.last_forwarded_at,
      problem:
        row.last_problem && row.last_problem_at ? { kind: problemKind(row.last_problem), code: row.last_problem, at: row.last_problem_at } : null,
    },
  ])
  return { byApp: new Map(byApp), mailboxPausedAt }
}
