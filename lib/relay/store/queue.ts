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

const WAITING = `
  SELECT CASE WHEN f.next_attempt_at IS NULL THEN 'held' ELSE 'forwarded' END AS kind, f.message_id AS id, m.created_at AS since, f.attempts AS tries,
    f.next_attempt_at AS next_try_at, f.last_problem AS problem
  FROM forwarded_mails f JOIN forwarded_messages m ON m.id = f.message_id
  UNION ALL
  SELECT o.kind, o.id, o.created_at, j.tries, j.run_at, o.last_problem
  FROM queued_jobs j JOIN outgoing_mails o ON o.id = j.payload->>'mail'
  WHERE j.kind = '${DELIVER_MAIL}' AND o.delivered_at IS NULL`

const LIST = statement<WaitingMail>('list_waiting_mails', `SELECT * FROM (${WAITING}) w ORDER BY since, id LIMIT $1`)

const SUMS = statement<{ kind: string; mails: number; oldest: Date; problems: string[] | null }>(
  'sum_waiting_mails',
  `SELECT kind, count(*)::int AS mails, min(since) AS oldest, array_agg(DISTINCT problem) FILTER (WHERE problem IS NOT NULL) AS problems
   FROM (${WAITING}) w GROUP BY kind ORDER BY kind`,
)

/** What has not left yet, the oldest first. */
export const listWaitingMails = (most: number) => sql.query(LIST, [most])

/** The same by kind. */
export const sumWaitingMails = () => sql.query(SUMS, [])
