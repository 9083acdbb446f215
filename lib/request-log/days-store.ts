import { spanning, sql } from '#lib/core/db'

/** Rows that one turn takes at most. */
export const TAKEN_AT_ONCE = 5000

// Hours before yesterday, which the chart of a day never asks for; `expires_at` is 31 days after each, and has the index. All that move add in one order.
const MOVE = spanning<{ moved: number }>(
  'move_request_counts',
  `WITH taken AS (
     DELETE FROM request_counts WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM request_counts
       WHERE expires_at < (SELECT date_trunc('day', statement_timestamp(), 'UTC') + interval '30 days')
       ORDER BY expires_at LIMIT ${TAKEN_AT_ONCE} FOR UPDATE SKIP LOCKED))
     RETURNING shard, subject_id, hour, code, reason, latency, count
   ), added AS (
     INSERT INTO request_days AS d (shard, subject_id, day, code, reason, latency, count, expires_at)
     SELECT shard, subject_id, day, code, reason, latency, sum(count), day::timestamp AT TIME ZONE 'UTC' + interval '31 days'
     FROM (SELECT taken.*, (hour AT TIME ZONE 'UTC')::date AS day FROM taken) hours GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
     ON CONFLICT (shard, subject_id, day, code, reason, latency) DO UPDATE SET count = d.count + excluded.count
   )
   SELECT count(*)::int AS moved FROM taken`,
)

/** Adds hours that are long over to their days. @returns the most rows that any one primary moved */
export const moveSomeHours = async () => Math.max(...(await sql.query(MOVE, [])).map(({ moved }) => moved))
