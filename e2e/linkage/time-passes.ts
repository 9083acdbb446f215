import { sql, statement } from '#lib/core/db'
import type { Lots } from './lots'

const TIMES = statement<{ table_name: string; has_app: boolean; columns: string[] }>(
  'test_times_of_people',
  `SELECT t.table_name, bool_or(t.column_name IN ('app_id', 'session_id')) AS has_app,
          array_agg(t.column_name::text) FILTER (WHERE t.data_type = 'timestamp with time zone') AS columns
   FROM (
     SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT 'users', 'user_id', ''
   ) t
   GROUP BY t.table_name
   HAVING bool_or(t.column_name = 'user_id') AND bool_or(t.data_type = 'timestamp with time zone')`,
)

/**
 * Moves whatever is stored about a person into their own past, as if each had come on another day: else all did
 * everything in the same few seconds, and no time would tell them apart. What an app has part in gets a time of its own
 * for each app. Every table with a person and every column with a time is found by itself; times to come stay.
 * @param secondsAgo at most
 */
export async function timePasses(userId: string, lots: Lots, secondsAgo: number): Promise<void> {
  const own = lots.below(secondsAgo)
  for (const { table_name: table, has_app, columns } of await sql.query(TIMES, [])) {
    const moved = columns.map(
      (column) => `${column} = CASE WHEN ${column} <= clock_timestamp() THEN ${column} - make_interval(secs => $2) ELSE ${column} END`,
    )
    const change = `UPDATE ${table} SET ${moved.join(', ')} WHERE ${table === 'users' ? 'id' : 'user_id'} = $1`
    await sql.query(statement<object>(`test_age_${table}`, change), [userId, has_app ? lots.below(secondsAgo) : own])
  }
}

const AGE_DOCUMENTS = statement<object>(
  'test_age_documents',
  'UPDATE verified_claims SET verified_at = verified_at - make_interval(days => $2) WHERE user_id = $1',
)

/** What was read was read so many days earlier: for everybody alike, since a day that a person shares with two apps joins them. */
export const documentsAge = (userId: string, days: number) => sql.query(AGE_DOCUMENTS, [userId, days])
