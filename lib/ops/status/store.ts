import { sql, statement } from '#lib/core/db'
import { OF_COMPANIES } from '#lib/core/shard'
import { HISTORY_DAYS } from './judge-days'
import type { Part, Standing } from './parts'

// A minute counts once, whichever process is first to note it.
const NOTE = statement<object>(
  'note_status',
  `INSERT INTO status_days AS d (shard, day, part, first_minute, last_minute, up, slow, down, expires_at)
   SELECT $3::smallint, (minute AT TIME ZONE 'UTC')::date, part, minute, minute, (standing = 'up')::int, (standing = 'slow')::int, (standing = 'down')::int,
     minute + interval '${HISTORY_DAYS + 2} days'
   FROM date_trunc('minute', clock_timestamp()) AS minute, unnest($1::text[], $2::text[]) AS noted(part, standing) ORDER BY part
   ON CONFLICT (shard, day, part) DO UPDATE SET last_minute = EXCLUDED.last_minute,
     up = d.up + EXCLUDED.up, slow = d.slow + EXCLUDED.slow, down = d.down + EXCLUDED.down
   WHERE d.last_minute < EXCLUDED.last_minute`,
)

export const noteStatus = (parts: readonly { name: Part; standing: Standing }[]) =>
  sql.query(NOTE, [parts.map(({ name }) => name), parts.map(({ standing }) => standing), OF_COMPANIES])

/** @property day of UTC, `YYYY-MM-DD` */
export type DayRow = { day: string; part: Part; first_minute: Date; up: number; slow: number }

const READ = statement<DayRow & { now: Date }>(
  'read_status_days',
  `SELECT to_char(day, 'YYYY-MM-DD') AS day, part, first_minute, up, slow, clock_timestamp() AS now FROM status_days
   WHERE shard = $1 AND day > (clock_timestamp() AT TIME ZONE 'UTC')::date - ${HISTORY_DAYS} ORDER BY day, part`,
)

/** What was noted in the last days, oldest first, each with the moment of the database. */
export const readStatusDays = () => sql.query(READ, [OF_COMPANIES])
