import { sql, statement } from '#lib/core/db'

export type Backlog = {
  company_id: string
  id: string
  kind: string
  /** `enabled`, `disabled`, or `suspended` where the operator has the company stopped. */
  status: string
  waiting: number
  /** Since when the oldest of them waits. */
  oldest: Date | null
  /** In a row, and since when. */
  failures: number
  failing_since: Date | null
  /** Of the last try that failed: an answer's status or a word of a fixed list. */
  last_problem: string | null
}

const FIND = statement<Backlog>(
  'find_backlogs',
  `SELECT w.company_id, w.id, w.kind, CASE WHEN c.suspended_at IS NOT NULL THEN 'suspended' ELSE w.status END AS status, w.failures, w.failing_since,
     q.waiting, q.oldest, CASE WHEN w.failures > 0 THEN (
       SELECT coalesce(d.last_fault, d.last_status::text) FROM webhook_deliveries d
       WHERE d.shard = w.shard AND d.webhook_id = w.id AND (d.last_fault IS NOT NULL OR d.last_status IS NOT NULL) ORDER BY d.created_at DESC LIMIT 1) END AS last_problem
   FROM webhooks w JOIN companies c ON c.id = w.company_id
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS waiting, min(d.created_at) AS oldest FROM webhook_deliveries d WHERE d.shard = w.shard AND d.webhook_id = w.id AND d.due_at <= clock_timestamp()
   ) q
   WHERE q.waiting > 0 OR w.failures > 0
   ORDER BY q.oldest NULLS LAST, w.id LIMIT $1`,
)

/** Addresses at which something waits or fails, the one that waits longest first: ids and counts, no address and nothing of an event. */
export const findBacklogs = async (atMost: number) =>
  (await sql.query(FIND, [atMost])).sort((one, other) => sinceOf(one) - sinceOf(other)).slice(0, atMost)

const sinceOf = ({ oldest }: Pick<Backlog, 'oldest'>) => oldest?.getTime() ?? Number.POSITIVE_INFINITY
