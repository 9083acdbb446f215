import { type Queryable, spanning, statement } from '#lib/core/db'
import type { CountedAction } from './daily-counts-store'
import type { Total } from './suppress-small-counts'

/** Rows that one turn takes at most. */
export const TAKEN_AT_ONCE = 5000

/** @property day of UTC, `YYYY-MM-DD` */
type Happened = { action: CountedAction; day: string }
export type AppCount = Happened & { company_id: string; app_id: string; count: number }
export type CompanyTotal = Happened & { company_id: string } & Total

const TAKE = spanning<AppCount>(
  'take_waiting_activity',
  `WITH taken AS (
     DELETE FROM activity_waiting WHERE ctid = ANY(ARRAY(SELECT ctid FROM activity_waiting LIMIT ${TAKEN_AT_ONCE} FOR UPDATE SKIP LOCKED))
     RETURNING app_id, action, day
   )
   SELECT a.company_id, t.app_id, t.action, to_char(t.day, 'YYYY-MM-DD') AS day, count(*)::int AS count
   FROM taken t LEFT JOIN apps a ON a.id = t.app_id GROUP BY 1, 2, 3, 4`,
)

// All that count take rows in one order, so that none waits for another in a circle.
const ADD = statement<Happened & { app_id: string; count: number }>(
  'add_activity_counts',
  `INSERT INTO activity_counts AS c (app_id, action, day, count, expires_at)
   SELECT app_id, action, day, n, day::timestamp AT TIME ZONE 'UTC' + interval '31 days'
   FROM unnest($1::text[], $2::text[], $3::date[], $4::int[]) AS x (app_id, action, day, n) ORDER BY 1, 2, 3
   ON CONFLICT (app_id, action, day) DO UPDATE SET count = c.count + excluded.count
   RETURNING app_id, action, to_char(day, 'YYYY-MM-DD') AS day, count`,
)

const ADD_TOTALS = statement<object>(
  'add_company_activity',
  `INSERT INTO company_activity AS t (company_id, action, day, shown, hidden, hidden_sum, expires_at)
   SELECT company_id, action, day, shown, hidden, hidden_sum, day::timestamp AT TIME ZONE 'UTC' + interval '31 days'
   FROM unnest($1::text[], $2::text[], $3::date[], $4::int[], $5::int[], $6::int[]) AS x (company_id, action, day, shown, hidden, hidden_sum) ORDER BY 1, 2, 3
   ON CONFLICT (company_id, action, day)
   DO UPDATE SET shown = t.shown + excluded.shown, hidden = t.hidden + excluded.hidden, hidden_sum = t.hidden_sum + excluded.hidden_sum`,
)

const NOTE_SIGN_INS = statement<object>('note_sign_ins', `UPDATE companies SET has_sign_ins = true WHERE id = ANY($1) AND NOT has_sign_ins`)

/** Takes what waits, grouped. What happened at an app that is gone has no company. @returns nothing once nothing waits */
export const takeWaiting = (tx: Queryable) => tx.query(TAKE, [])

/** @returns the counts that came of it */
export const addCounts = (tx: Queryable, counts: readonly AppCount[]) =>
  tx.query(ADD, [counts.map((one) => one.app_id), counts.map((one) => one.action), counts.map((one) => one.day), counts.map((one) => one.count)])

export const addTotals = (tx: Queryable, totals: readonly CompanyTotal[]) =>
  tx.query(ADD_TOTALS, [
    totals.map((one) => one.company_id),
    totals.map((one) => one.action),
    totals.map((one) => one.day),
    totals.map((one) => one.shown),
    totals.map((one) => one.hidden),
    totals.map((one) => one.hiddenSum),
  ])

export const noteSignIns = (tx: Queryable, companyIds: readonly string[]) => tx.query(NOTE_SIGN_INS, [companyIds])
