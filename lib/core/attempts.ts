import { sql, statement } from './db'

/** Counts tries that may not be repeated at will: guesses at a secret, mails to somebody's address. */

const COUNT = statement<{ failures: number; wait_seconds: number }>(
  'count_attempt',
  `INSERT INTO login_throttles AS t (subject_hash, failures, expires_at)
   VALUES ($1, 1, clock_timestamp() + make_interval(secs => $2))
   ON CONFLICT (subject_hash) DO UPDATE SET
     failures = CASE WHEN t.expires_at <= clock_timestamp() THEN 1 ELSE t.failures + 1 END,
     expires_at = CASE WHEN t.expires_at <= clock_timestamp() THEN clock_timestamp() + make_interval(secs => $2) ELSE t.expires_at END
   RETURNING failures, ceil(extract(epoch FROM expires_at - clock_timestamp()))::int AS wait_seconds`,
)

/** Counts one try, in a statement of its own that is committed before the try is made: parallel guesses cannot beat it. */
export async function countAttempt(subjectHash: Buffer, windowSeconds: number) {
  const [row] = await sql.query(COUNT, [subjectHash, windowSeconds])
  return { failures: row?.failures ?? 0, waitSeconds: row?.wait_seconds ?? 0 }
}

const FORGET = statement<object>('forget_attempts', `DELETE FROM login_throttles WHERE subject_hash = $1`)

export const forgetAttempts = (subjectHash: Buffer) => sql.query(FORGET, [subjectHash])
