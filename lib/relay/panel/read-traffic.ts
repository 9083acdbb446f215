import { findTraffic } from '../store/panel'
import { isMailboxInDoubt } from '../store/pause'
import { type ProblemKind, problemKind } from './problem'

export type Traffic = {
  forwarded: number
  waiting: number
  /** Kept until the alias is resumed. */
  held: number
  pausedAt: Date | null
  /** The operator holds it. */
  isStopped: boolean
  lastForwardedAt: Date | null
  problem: { kind: ProblemKind; code: string; at: Date } | null
}

/** What the person's aliases did, by app, and whether the mailbox behind them is in doubt. */
export async function readTraffic(userId: string): Promise<{ byApp: Map<string, Traffic>; isMailboxInDoubt: boolean }> {
  const [rows, isInDoubt] = [await findTraffic(userId), await isMailboxInDoubt(userId)]
  const byApp = rows.map((row): [string, Traffic] => [
    row.app_id,
    {
      forwarded: row.forwarded_count,
      waiting: row.waiting,
      held: row.held,
      pausedAt: row.paused_at,
      isStopped: row.stopped_at !== null,
      lastForwardedAt: row.last_forwarded_at,
      problem:
        row.last_problem && row.last_problem_at ? { kind: problemKind(row.last_problem), code: row.last_problem, at: row.last_problem_at } : null,
    },
  ])
  return { byApp: new Map(byApp), isMailboxInDoubt: isInDoubt }
}
