import { sql, statement } from '#lib/core/db'
import { DELIVER_MAIL } from '#lib/mail/outgoing-mail'
import { KEEP_SECONDS as FORWARDED_KEEP_SECONDS } from '#lib/relay/limits'

const ANSWERS = statement<{ one: number }>('answers', 'SELECT 1 AS one')

/** @throws when the database does not answer */
export const askDatabase = () => sql.query(ANSWERS, [])

type Depth = { queue: string; waiting: number; oldest: number }

const MAIL_DEPTH = statement<Depth>(
  'mail_queue_depth',
  `SELECT 'forwarded_mails' AS queue, count(*)::int AS waiting,
          coalesce(extract(epoch FROM clock_timestamp() - min(expires_at)) + ${FORWARDED_KEEP_SECONDS}, 0)::float8 AS oldest
   FROM forwarded_mails WHERE next_attempt_at IS NOT NULL AND expires_at > clock_timestamp()`,
)

const WORK_DEPTHS = statement<Depth>(
  'work_queue_depths',
  `SELECT queues.queue, count(j.id)::int AS waiting,
          coalesce(extract(epoch FROM clock_timestamp() - min(CASE j.tries WHEN 0 THEN j.run_at ELSE j.created_at END)), 0)::float8 AS oldest
   FROM (VALUES ('outgoing_mails', true), ('queued_jobs', false)) AS queues (queue, is_mail)
   LEFT JOIN queued_jobs j ON (j.kind = '${DELIVER_MAIL}') = queues.is_mail AND (j.tries > 0 OR j.run_at <= clock_timestamp())
   GROUP BY 1`,
)

/** What waits for a worker, which work that is only due later does not: how many, and the age in seconds of the oldest. */
export async function readQueues(): Promise<Depth[]> {
  const depths = new Map<string, Depth>()
  for (const { queue, waiting, oldest } of [...(await sql.query(MAIL_DEPTH, [])), ...(await sql.query(WORK_DEPTHS, []))]) {
    // Each database counted its own.
    const known = depths.get(queue)
    depths.set(queue, { queue, waiting: waiting + (known?.waiting ?? 0), oldest: Math.max(oldest, known?.oldest ?? 0) })
  }
  return [...depths.values()]
}
