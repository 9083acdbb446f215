import { onEachPrimary, spanning, sql, statement } from '#lib/core/db'
import { DELIVER_MAIL } from '#lib/mail/outgoing-mail'
import { KEEP_SECONDS as FORWARDED_KEEP_SECONDS } from '#lib/relay/limits'

const ANSWERS = statement<{ one: number }>('answers', 'SELECT 1 AS one')

/** @throws when the database does not answer */
export const askDatabase = () => sql.query(ANSWERS, [])

type Depth = { queue: string; waiting: number; oldest: number }

const MAIL_DEPTH = spanning<Depth>(
  'mail_queue_depth',
  `SELECT 'forwarded_mails' AS queue, count(*)::int AS waiting,
          coalesce(extract(epoch FROM clock_timestamp() - min(expires_at)) + ${FORWARDED_KEEP_SECONDS}, 0)::float8 AS oldest
   FROM forwarded_mails WHERE next_attempt_at IS NOT NULL AND expires_at > clock_timestamp()`,
)

const WORK_DEPTHS = spanning<Depth>(
  'work_queue_depths',
  `SELECT queues.queue, count(j.id)::int AS waiting,
          coalesce(extract(epoch FROM clock_timestamp() - min(CASE j.tries WHEN 0 THEN j.run_at ELSE j.created_at END)), 0)::float8 AS oldest
   FROM (VALUES ('outgoing_mails', true), ('queued_jobs', false)) AS queues (queue, is_mail)
   LEFT JOIN queued_jobs j ON (j.kind = '${DELIVER_MAIL}') = queues.is_mail AND (j.tries > 0 OR j.run_at <= clock_timestamp())
   GROUP BY 1`,
)

/**
 * What waits for a worker, which work that is only due later does not: how many, and the age in seconds of the oldest. Each primary is
 * asked by itself; of one that does not answer nothing is said.
 */
export async function readQueues(): Promise<(Depth & { primary: number })[]> {
  const ofEach = await onEachPrimary(async (primary) => {
    const depths = await Promise.all([sql.query(MAIL_DEPTH, []), sql.query(WORK_DEPTHS, [])]).catch(() => [])
    return depths.flat().map((depth) => ({ ...depth, primary }))
  })
  return ofEach.flat()
}
