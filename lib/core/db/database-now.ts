import type { Queryable } from './queryable'
import { statement } from './statement'

const TIME = statement<{ at: Date }>('database_time', 'SELECT clock_timestamp() AS at')

/** What expires or is told apart by time bears the time of the database, whatever the clocks of the processes say. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const [row] = await db.query(TIME, [])
  if (!row) throw new Error('the database told no time')
  return row.at
}
