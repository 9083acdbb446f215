import { sql, statement } from '#lib/core/db'
import { DELIVER_MAIL } from '#lib/mail/outgoing-mail'

/** A mail that has not left. Ids, counts and codes: nothing says whose it is. */
export type WaitingMail = {
  /** `forwarded`, `held` or what a mail of ours is for. */
  kind: string
  id: string
  since: Date
  tries: number
  /** Null while it is held. */
  next_try_at: Date | null
  /** SMTP or system code of the last try. */
  problem: string | null
}

const FORWARDED = `
  SELECT CASE WHEN f.next_attempt_at IS NULL THEN 'held' ELSE 'forwarded' END AS kind, f.message_id AS id, m.created_at AS since, f.attempts AS tries,
    f.next_attempt_at AS next_try_at, f.last_problem AS problem
  FROM forwarded_mails f JOIN forwarded_messages m ON m.shard = f.shard AND m.id = f.message_id AND m.nth = f.nth`

const OWN = `
  SELECT o.kind, o.id, o.created_at AS since, j.tries, j.run_at AS next_try_at, o.last_problem AS problem
  FROM queued_jobs j JOIN outgoing_mails o ON o.shard = j.shard AND o.id = j.payload->>'mail'
  WHERE j.kind = '${DELIVER_MAIL}' AND o.delivered_at IS NULL`

const listing = (name: string, mails: string) => statement<WaitingMail>(name, `SELECT * FROM (${mails}) w ORDER BY since, id LIMIT $1`)

const LISTS = [listing('list_waiting_forwarded_mails', FORWARDED), listing('list_waiting_own_mails', OWN)]

type Sum = { kind: string; mails: number; oldest: Date; problems: string[] | null }

const summing = (name: string, mails: string) =>
  statement<Sum>(
    name,
    `SELECT kind, count(*)::int AS mails, min(since) AS oldest, array_agg(DISTINCT problem) FILTER (WHERE problem IS NOT NULL) AS problems
     FROM (${mails}) w GROUP BY kind`,
  )

const SUMS = [summing('sum_waiting_forwarded_mails', FORWARDED), summing('sum_waiting_own_mails', OWN)]

/** What has not left yet, the oldest first. */
export async function listWaitingMails(most: number): Promise<WaitingMail[]> {
  const mails = (await Promise.all(LISTS.map((list) => sql.query(list, [most])))).flat()
  return mails.sort((one, other) => one.since.getTime() - other.since.getTime() || (one.id < other.id ? -1 : 1)).slice(0, most)
}

/** The same by kind. */
export async function sumWaitingMails(): Promise<Sum[]> {
  const kinds = new Map<string, Sum>()
  for (const { kind, mails, oldest, problems } of (await Promise.all(SUMS.map((sum) => sql.query(sum, [])))).flat()) {
    // Of one that several databases have, each counted its own.
    const known = kinds.get(kind) ?? { kind, mails: 0, oldest, problems: null }
    const all = [...new Set([...(known.problems ?? []), ...(problems ?? [])])].sort()
    kinds.set(kind, {
      kind,
      mails: known.mails + mails,
      oldest: known.oldest < oldest ? known.oldest : oldest,
      problems: all.length > 0 ? all : null,
    })
  }
  return [...kinds.values()].sort((one, other) => (one.kind < other.kind ? -1 : 1))
}
