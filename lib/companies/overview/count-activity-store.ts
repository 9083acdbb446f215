import { type Queryable, spanning, sql, statement } from '#lib/core/db'
import { type Shard, shardOfCompany } from '#lib/core/shard'
import type { CountedAction } from './daily-counts-store'
import type { Total } from './suppress-small-counts'

/** Rows that one turn takes at most. */
export const TAKEN_AT_ONCE = 5000

/** @property day of UTC, `YYYY-MM-DD` */
type Happened = { action: CountedAction; day: string }
export type AppCount = Happened & { company_id: string; app_id: string; count: number }
export type CompanyTotal = Happened & { company_id: string } & Total

// Of companies whose counts are together; what happened at an app that is gone is nobody's, and taken with the first.
const TAKE = spanning<AppCount>(
  'take_waiting_activity',
  `WITH taken AS (
     DELETE FROM activity_waiting WHERE ctid = ANY(ARRAY(
       SELECT w.ctid FROM activity_waiting w LEFT JOIN apps a ON a.id = w.app_id
       WHERE coalesce(company_shard(a.company_id), 0) BETWEEN $1 AND $2 LIMIT ${TAKEN_AT_ONCE} FOR UPDATE OF w SKIP LOCKED))
     RETURNING app_id, action, day
   )
   SELECT a.company_id, t.app_id, t.action, to_char(t.day, 'YYYY-MM-DD') AS day, count(*)::int AS count
   FROM taken t LEFT JOIN apps a ON a.id = t.app_id GROUP BY 1, 2, 3, 4`,
)

// All that count take rows in one order, so that none waits for another in a circle.
const ADD = statement<Happened & { app_id: string; count: number }>(
  'add_activity_counts',
  `INSERT INTO activity_counts AS c (shard, app_id, action, day, count, expires_at)
   SELECT shard, app_id, action, day, n, day::timestamp AT TIME ZONE 'UTC' + interval '31 days'
   FROM unnest($1::smallint[], $2::text[], $3::text[], $4::date[], $5::int[]) AS x (shard, app_id, action, day, n) ORDER BY 1, 2, 3, 4
   ON CONFLICT (shard, app_id, action, day) DO UPDATE SET count = c.count + excluded.count
   RETURNING app_id, action, to_char(day, 'YYYY-MM-DD') AS day, count`,
)

const ADD_TOTALS = statement<object>(
  'add_company_activity',
  `INSERT INTO company_activity AS t (shard, company_id, action, day, shown, hidden, hidden_sum, expires_at)
   SELECT shard, company_id, action, day, shown, hidden, hidden_sum, day::timestamp AT TIME ZONE 'UTC' + interval '31 days'
   FROM unnest($1::smallint[], $2::text[], $3::text[], $4::date[], $5::int[], $6::int[], $7::int[]) AS x (shard, company_id, action, day, shown, hidden, hidden_sum)
   ORDER BY 1, 2, 3, 4
   ON CONFLICT (shard, company_id, action, day)
   DO UPDATE SET shown = t.shown + excluded.shown, hidden = t.hidden + excluded.hidden, hidden_sum = t.hidden_sum + excluded.hidden_sum`,
)

const FIND_NEW = statement<{ id: string }>('find_companies_without_sign_ins', `SELECT id FROM companies WHERE id = ANY($1) AND NOT has_sign_ins`)

const NOTE_SIGN_INS = statement<object>('note_sign_ins', `UPDATE companies SET has_sign_ins = true WHERE id = ANY($1) AND NOT has_sign_ins`)

/**
 * Takes what waits on the primary whose part is being done, grouped. What happened at an app that is gone has no company.
 * @param range the first and the last shard of the companies that it is for
 * @returns nothing once nothing waits
 */
export const takeWaiting = (tx: Queryable, range: readonly [Shard, Shard]) => tx.query(TAKE, [...range])

/** @returns the counts that came of it */
export const addCounts = (tx: Queryable, counts: readonly AppCount[]) =>
  tx.query(ADD, [
    counts.map((one) => shardOfCompany(one.company_id)),
    counts.map((one) => one.app_id),
    counts.map((one) => one.action),
    counts.map((one) => one.day),
    counts.map((one) => one.count),
  ])

export const addTotals = (tx: Queryable, totals: readonly CompanyTotal[]) =>
  tx.query(ADD_TOTALS, [
    totals.map((one) => shardOfCompany(one.company_id)),
    totals.map((one) => one.company_id),
    totals.map((one) => one.action),
    totals.map((one) => one.day),
    totals.map((one) => one.shown),
    totals.map((one) => one.hidden),
    totals.map((one) => one.hiddenSum),
  ])

/** Companies are alike everywhere: only the first sign-in of each is written. */
export async function noteSignIns(companyIds: readonly string[]): Promise<void> {
  const first = await sql.query(FIND_NEW, [companyIds])
  if (first.length > 0) await sql.query(NOTE_SIGN_INS, [first.map(({ id }) => id)])
}
