import { sql, statement } from '#lib/core/db'

/** A person's live session. */
export type UserSession = { hash: Buffer<ArrayBuffer>; userId: string; authTime: Date; authAgeSeconds: number; amr: string[] }

const INSERT_USER_SESSION = statement<object>(
  'insert_user_session',
  `INSERT INTO user_sessions (id_hash, user_id, amr, auth_time, last_seen_at, expires_at, device)
   VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), clock_timestamp() + make_interval(secs => $4), $5)`,
)

// The idle limit slides, at most one write in five minutes, and never past the absolute limit.
const READ_USER_SESSION = statement<{ user_id: string; auth_time: Date; auth_age_seconds: number; amr: string[] }>(
  'read_user_session',
  `WITH live AS (
     SELECT id_hash, user_id, auth_time, amr, last_seen_at FROM user_sessions WHERE id_hash = $1 AND expires_at > clock_timestamp()
   ), touched AS (
     UPDATE user_sessions s SET last_seen_at = clock_timestamp(),
       expires_at = least(clock_timestamp() + make_interval(secs => $2), s.auth_time + make_interval(secs => $3))
     FROM live WHERE s.id_hash = live.id_hash AND live.last_seen_at < clock_timestamp() - interval '5 minutes'
   )
   SELECT user_id, auth_time, amr, extract(epoch FROM clock_timestamp() - auth_time)::float8 AS auth_age_seconds FROM live`,
)

const DELETE_USER_SESSION = statement<object>('delete_user_session', `DELETE FROM user_sessions WHERE id_hash = $1`)

export const insertUserSession = (hash: Buffer, userId: string, amr: string[], idleSeconds: number, device: string | null = null) =>
  sql.query(INSERT_USER_SESSION, [hash, userId, amr, idleSeconds, device])

export async function readUserSessionRow(hash: Buffer<ArrayBuffer>, idleSeconds: number, absoluteSeconds: number): Promise<UserSession | null> {
  const [row] = await sql.query(READ_USER_SESSION, [hash, idleSeconds, absoluteSeconds])
  return row ? { hash, userId: row.user_id, authTime: row.auth_time, authAgeSeconds: row.auth_age_seconds, amr: row.amr } : null
}

export const deleteUserSession = (hash: Buffer) => sql.query(DELETE_USER_SESSION, [hash])
