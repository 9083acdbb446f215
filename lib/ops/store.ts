import { sql, statement } from '#lib/core/db'
import { KEEP_SECONDS as FORWARDED_KEEP_SECONDS } from '#lib/relay/limits'

const ANSWERS = statement<{ one: number }>('answers', 'SELECT 1 AS one')

/** @throws when the database does not answer */
export const askDatabase = () => sql.query(ANSWERS, [])

const DEPTHS = statement<{ queue: string; waiting: number; oldest: number }>(
  'queue_depths',
  `SELECT 'outgoing_mails' AS queue, count(*)::int AS waiting,
          coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS oldest
   FROM outgoing_mails WHERE next_attempt_at IS NOT NULL AND expires_at > clock_timestamp()
   UNION ALL
   SELECT 'forwarded_mails', count(*)::int, coalesce(extract(epoch FROM clock_timestamp() - min(expires_at)) + ${FORWARDED_KEEP_SECONDS}, 0)::float8
   FROM forwarded_mails WHERE next_attempt_at IS NOT NULL AND expires_at > clock_timestamp()
   UNION ALL
   SELECT 'queued_jobs', count(*)::int, coalesce(extract(epoch FROM clock_timestamp() - min(CASE tries WHEN 0 THEN run_at ELSE created_at END)), 0)::float8
   FROM queued_jobs WHERE tries > 0 OR run_at <= clock_timestamp()`,
)

/** What waits for a worker, which work that is only due later does not: how many, and the age in seconds of the oldest. */
export const readQueues = () => sql.query(DEPTHS, [])
