import { type Prisma, sql, statement } from '#lib/core/db'

/** What is counted a day: the lines a person's history has for an app. */
export const COUNTED = ['app.signed_in', 'app.consent_given', 'app.access_withdrawn'] as const

export type CountedAction = (typeof COUNTED)[number]

export type DailyCount = { appId: string; action: CountedAction; day: string; count: number }

/** Days that are shown, today included, by the clock and calendar of UTC. */
export const DAYS = 30

/**
 * Counts the rows that are there anyway: every sign-in, consent and withdrawal writes one line of the person's history
 * in its own transaction, and (app_id, action, created_at) is indexed. So the sign-in itself pays nothing; a counter row
 * an app would have every sign-in of that app wait for the one before. A withdrawal is its own line, so it is counted
 * though the grant is gone. Who deletes their account takes their lines along.
 */
const COUNT = statement<{ app_id: string; action: CountedAction; day: string; count: number }>(
  'count_app_events_daily',
  `SELECT e.app_id, e.action, to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count
   FROM apps a JOIN activity_events e ON e.app_id = a.id
   WHERE a.company_id = $1 AND e.action = ANY($2)
     AND e.created_at >= (date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') - make_interval(days => $3 - 1)) AT TIME ZONE 'UTC'
   GROUP BY 1, 2, 3`,
)

export async function countDaily(companyId: string): Promise<DailyCount[]> {
  const rows = await sql.query(COUNT, [companyId, COUNTED, DAYS])
  return rows.map(({ app_id, ...rest }) => ({ appId: app_id, ...rest }))
}

export const findAppNames = (db: Prisma, companyId: string) =>
  db.app.findMany({ where: { companyId }, select: { id: true, name: true }, orderBy: { name: 'asc' } })
