import { sql, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'

/** What is counted a day: the lines a person's history has for an app. Whoever writes a code counts a sign-in; the trigger `count_activity` knows the others. */
export const COUNTED = ['app.signed_in', 'app.consent_given', 'app.access_withdrawn'] as const

export type CountedAction = (typeof COUNTED)[number]

/** Days that are shown, today included, by the clock and calendar of UTC. */
export const DAYS = 30

/** @property day of UTC, `YYYY-MM-DD` */
type Counted = { day: string; action: CountedAction }

const OF_APP = statement<Counted & { count: number }>(
  'find_activity_of_app',
  `SELECT to_char(c.day, 'YYYY-MM-DD') AS day, c.action, c.count FROM apps a JOIN activity_counts c ON c.shard = $5 AND c.app_id = a.id
   WHERE a.id = $2 AND a.company_id = $1 AND c.action = ANY($3) AND c.day >= $4`,
)

const OF_COMPANY = statement<Counted & { shown: number; hidden: number; hidden_sum: number }>(
  'find_activity_of_company',
  `SELECT to_char(day, 'YYYY-MM-DD') AS day, action, shown, hidden, hidden_sum FROM company_activity
   WHERE shard = $4 AND company_id = $1 AND action = ANY($2) AND day >= $3`,
)

/** @param since the first day */
export const findCountsOfApp = (companyId: string, appId: string, since: string) =>
  sql.query(OF_APP, [companyId, appId, COUNTED, since, shardOfCompany(companyId)])

/** Over the apps: the sum of counts that may be shown, and of the others how many there are and their sum. */
export const findCountsOfCompany = (companyId: string, since: string) => sql.query(OF_COMPANY, [companyId, COUNTED, since, shardOfCompany(companyId)])
