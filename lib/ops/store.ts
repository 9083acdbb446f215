import { sql, statement } from '#lib/core/db'

const ANSWERS = statement<{ one: number }>('answers', 'SELECT 1 AS one')

/** @throws when the database does not answer */
export const askDatabase = () => sql.query(ANSWERS, [])

const DEPTHS = statement<{ queue: string; waiting: number; oldest: number }>(
  'queue_depths',
  `SELECT 'outgoing_mails' AS queue, count(*)::int AS waiting,
          coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS oldest
   FROM outgoing_mails WHERE next_attempt_at IS NOT NULL AND expires_at > clock_timestamp()`,
)

/** What waits for a worker: how many, and the age in seconds of the oldest. */
export const readQueues = () => sql.query(DEPTHS, [])
