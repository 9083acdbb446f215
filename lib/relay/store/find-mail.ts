import { sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'

/** @property state what became of one copy, or where it is @property code the last answer to it */
export type MailState = { state: string; code: string | null; tries: number; at: Date; next_try_at: Date | null; bytes: number | null }

const FIND_FORWARDED = statement<MailState>(
  'find_forwarded_mail',
  `SELECT CASE WHEN f.next_attempt_at IS NULL THEN 'held' ELSE 'waiting' END AS state, f.last_problem AS code, f.attempts AS tries,
     m.created_at AS at, f.next_attempt_at AS next_try_at, m.bytes
   FROM forwarded_messages m JOIN forwarded_mails f ON f.shard = m.shard AND f.message_id = m.id AND f.nth = m.nth WHERE m.id = $1
   UNION ALL
   SELECT outcome, code, attempts, at, NULL, NULL FROM mail_outcomes WHERE message_id = $1`,
)

const FIND_OWN = statement<MailState>(
  'find_own_mail',
  `SELECT CASE WHEN o.bounced_at IS NOT NULL THEN 'came back' WHEN o.delivered_at IS NOT NULL THEN 'sent' WHEN j.id IS NULL THEN 'given up' ELSE 'waiting' END
       AS state, o.last_problem AS code, coalesce(j.tries, 0) AS tries, coalesce(o.bounced_at, o.delivered_at, o.created_at) AS at, j.run_at AS next_try_at,
     NULL::int AS bytes
   FROM outgoing_mails o LEFT JOIN queued_jobs j ON j.shard = o.shard AND j.kind = 'deliver-mail' AND j.payload->>'mail' = o.id
   WHERE o.shard = $2 AND o.id = $1`,
)

/** What is known of a message by its id: of each copy of one for aliases, or of one of our own. */
export const findMail = async (id: string): Promise<MailState[]> => [
  ...(await sql.query(FIND_FORWARDED, [id])),
  ...(await sql.query(FIND_OWN, [id, shardOf(id)])),
]
