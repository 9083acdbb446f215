import { type Prisma, sql, statement } from '#lib/core/db'

/** What is counted a day: the lines a person's history has for an app. */
export const COUNTED = ['app.signed_in', 'app.consent_given', 'app.access_withdrawn'] as const

export type CountedAction = (typeof COUNTED)[number]

/** Days that are shown, today included, by the clock and calendar of UTC. */
export const DAYS = 30

/** @property day from the first of them, counted from 0 */
type Counted = { day: number; action: CountedAction }

/**
 * Counts the rows that are there anyway: every sign-in, consent and withdrawal writes one line of the person's history
 * in its own transaction, and (app_id, action, created_at) is indexed. So the sign-in itself pays nothing; a counter row
 * an app would have every sign-in of that app wait for the one before. A withdrawal is its own line, so it is counted
 * though the grant is gone. Who deletes their account takes their lines along.
 *
 * Of one app a range of the index a day: 250,000 sign-ins in the thirty days take 55 to 90 ms; grouped in one go they took a second.
 */
const OF_APP = statement<Counted & { count: number }>(
  'count_app_events_daily',
  `SELECT d.nth::int - 1 AS day, x.action, c.count
   FROM apps a
   CROSS JOIN unnest($3::text[]) AS x(action)
   CROSS JOIN LATERAL unnest($4::timestamptz[]) WITH ORDINALITY AS d(start, nth)
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS count FROM activity_events e
     WHERE e.app_id = a.id AND e.action = x.action AND e.created_at >= d.start AND e.created_at < d.start + interval '24 hours'
   ) c
   WHERE a.company_id = $1 AND a.id = $2 AND c.count > 0`,
)

/** Of all apps a range of the index each, put into days on the way: ten thousand apps are thirty thousand ranges, by days they would be a million. */
const OF_COMPANY = statement<Counted & { shown: number; hidden: number; hidden_sum: number }>(
  'count_company_events_daily',
  `SELECT c.bucket - 1 AS day, x.action, coalesce(sum(c.count) FILTER (WHERE c.count >= $4), 0)::int AS shown,
     count(*) FILTER (WHERE c.count < $4)::int AS hidden, coalesce(sum(c.count) FILTER (WHERE c.count < $4), 0)::int AS hidden_sum
   FROM apps a
   CROSS JOIN unnest($2::text[]) AS x(action)
   CROSS JOIN LATERAL (
     SELECT width_bucket(e.created_at, $3::timestamptz[]) AS bucket, count(*) AS count FROM activity_events e
     WHERE e.app_id = a.id AND e.action = x.action AND e.created_at >= ($3::timestamptz[])[1] GROUP BY 1
   ) c
   WHERE a.company_id = $1 GROUP BY 1, 2`,
)

/** @param starts of the days, oldest first */
export const countDailyOfApp = (companyId: string, appId: string, starts: readonly Date[]) => sql.query(OF_APP, [companyId, appId, COUNTED, starts])

/** Over the apps: the sum of counts that may be shown, and of the others how many there are and their sum. @param smallest that may be shown */
export const countDailyOfCompany = (companyId: string, starts: readonly Date[], smallest: number) =>
  sql.query(OF_COMPANY, [companyId, COUNTED, starts, smallest])

/** Apps to choose from. */
export const findAppNames = (db: Prisma, companyId: string, take: number) =>
  db.app.findMany({ where: { companyId }, select: { id: true, name: true }, orderBy: [{ name: 'asc' }, { id: 'asc' }], take })

export const findAppName = (db: Prisma, companyId: string, id: string) =>
  db.app.findUnique({ where: { companyId, id }, select: { id: true, name: true } })
