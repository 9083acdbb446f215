import { type Queryable, sql, statement } from '#lib/core/db'
import { blindIndex } from '#lib/core/sealed'
import { shardOfHash } from '#lib/core/shard'
import { WIDEST_OFFSET_SECONDS } from '#lib/oauth/authorize/auth-time-for'

declare const read: unique symbol

/** A person's live session. Nothing else passes for one: only `readUserSessionRow` makes it, from a row that lives. */
export type UserSession = {
  readonly [read]: true
  hash: Buffer<ArrayBuffer>
  userId: string
  authTime: Date
  authAgeSeconds: number
  provenAgeSeconds: number
  amr: string[]
  /** Where its person belongs. */
  environment: string
}

/**
 * Log-ins of a person that follow each other within the widest offset share the seed of it, so that what an app is told
 * of the later one is later. Beyond that no offset can turn two of them round, and the next seed is a new one.
 */
const SAME_SEED_SECONDS = WIDEST_OFFSET_SECONDS + 1

// Waits for a change of who can get in that happens at this moment, and then sees its version.
const INSERT_USER_SESSION = statement<{ id_hash: Buffer }>(
  'insert_user_session',
  `INSERT INTO user_sessions (shard, id_hash, user_id, amr, auth_time, proven_at, last_seen_at, expires_at, device, auth_time_seed, zone, network_hash, environment)
   SELECT u.shard, $1, u.id, $3, clock_timestamp(), clock_timestamp(), clock_timestamp(), clock_timestamp() + make_interval(secs => $4), $5,
     (SELECT coalesce(auth_time_seed, id_hash) FROM user_sessions
      WHERE shard = $9 AND user_id = $2 AND auth_time > clock_timestamp() - interval '${SAME_SEED_SECONDS} seconds' ORDER BY auth_time DESC LIMIT 1), $7, $8, u.environment
   FROM users u WHERE u.shard = $9 AND u.id = $2 AND u.access_version = coalesce($6, u.access_version) AND u.deletion_due_at IS NULL AND u.suspended_at IS NULL
   FOR SHARE OF u
   RETURNING id_hash`,
)

// The idle limit slides, at most one write in five minutes, and never past the absolute limit.
const READ_USER_SESSION = statement<{
  user_id: string
  auth_time: Date
  auth_age_seconds: number
  proven_age_seconds: number
  amr: string[]
  environment: string
}>(
  'read_user_session',
  `WITH live AS (
     SELECT shard, id_hash, user_id, auth_time, proven_at, amr, last_seen_at, environment FROM user_sessions WHERE shard = $4 AND id_hash = $1 AND expires_at > clock_timestamp()
   ), touched AS (
     UPDATE user_sessions s SET last_seen_at = clock_timestamp(),
       expires_at = least(clock_timestamp() + make_interval(secs => $2), s.auth_time + make_interval(secs => $3))
     FROM live WHERE s.shard = live.shard AND s.id_hash = live.id_hash AND live.last_seen_at < clock_timestamp() - interval '5 minutes'
   )
   SELECT user_id, auth_time, amr, environment, extract(epoch FROM clock_timestamp() - auth_time)::float8 AS auth_age_seconds,
     extract(epoch FROM clock_timestamp() - greatest(auth_time, proven_at))::float8 AS proven_age_seconds
   FROM live`,
)

// Looking is no visit: an account that is put aside ends when its time is over.
const FIND_LIVE = statement<{ id_hash: Buffer<ArrayBuffer>; user_id: string; environment: string }>(
  'find_live_user_sessions',
  `SELECT id_hash, user_id, environment FROM unnest($1::bytea[], $2::smallint[]) AS asked (hash, shard)
   JOIN user_sessions s ON s.shard = asked.shard AND s.id_hash = asked.hash WHERE expires_at > clock_timestamp()`,
)

export type LiveSession = { hash: Buffer<ArrayBuffer>; userId: string; environment: string }

/** Which of these sessions live, whose they are, and where their person belongs. */
export const findLiveSessions = async (hashes: Buffer[]): Promise<LiveSession[]> => {
  const rows = hashes.length === 0 ? [] : await sql.query(FIND_LIVE, [hashes, hashes.map(shardOfHash)])
  return rows.map(({ id_hash, user_id: userId, environment }) => ({ hash: Buffer.from(id_hash), userId, environment }))
}

const DELETE_USER_SESSION = statement<object>('delete_user_session', `DELETE FROM user_sessions WHERE shard = $2 AND id_hash = $1`)

/** Where a browser says that it is, and where its request came from. */
export type Place = { zone?: string | null; network?: string }

/** Bound to the person: two people of one network have nothing in common here. */
const networkHashOf = (userId: string, network: string) => blindIndex('session', JSON.stringify(['network', userId, network]))

/**
 * @param accessVersion under which the person proved who they are; null when nobody had to
 * @returns false when who can get in has changed since, or the account is suspended or about to be deleted
 */
export async function insertUserSession(
  hash: Buffer,
  userId: string,
  amr: string[],
  idleSeconds: number,
  device: string | null = null,
  accessVersion: number | null = null,
  { zone, network }: Place = {},
): Promise<boolean> {
  return (
    (
      await sql.query(INSERT_USER_SESSION, [
        hash,
        userId,
        amr,
        idleSeconds,
        device,
        accessVersion,
        zone ?? null,
        network ? networkHashOf(userId, network) : null,
        shardOfHash(hash),
      ])
    ).length === 1
  )
}

export async function readUserSessionRow(hash: Buffer<ArrayBuffer>, idleSeconds: number, absoluteSeconds: number): Promise<UserSession | null> {
  const [row] = await sql.query(READ_USER_SESSION, [hash, idleSeconds, absoluteSeconds, shardOfHash(hash)])
  if (!row) return null
  const session: Omit<UserSession, typeof read> = {
    hash,
    userId: row.user_id,
    authTime: row.auth_time,
    authAgeSeconds: row.auth_age_seconds,
    provenAgeSeconds: row.proven_age_seconds,
    amr: row.amr,
    environment: row.environment,
  }
  return session as UserSession
}

export const deleteUserSession = (hash: Buffer, on: Queryable = sql) => on.query(DELETE_USER_SESSION, [hash, shardOfHash(hash)])
