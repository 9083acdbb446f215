import { apartFromTransaction, sql, statement } from '#lib/core/db'
import { type Shard, shardOfHash, standIn } from '#lib/core/shard'

/** Where tries are counted: while that primary does not answer, anew half way round, so that nobody else is kept out. */
const placeOf = (hash: Buffer): Shard => standIn(shardOfHash(hash))

/** How many tries were made, and when the next may be and all are forgotten, in seconds from now. */
export type Count = { tries: number; next_seconds: number; end_seconds: number }

// A try that is refused writes nothing. Parameters: hash, seconds, limit, free tries, longest wait, whether each try begins
// the time anew, shard.
const TAKE = statement<{ tries: number }>(
  'take_allowance',
  `INSERT INTO login_throttles AS t (shard, subject_hash, failures, next_try_at, expires_at)
   VALUES ($7, $1, 1, 'epoch', clock_timestamp() + make_interval(secs => $2))
   ON CONFLICT (shard, subject_hash) DO UPDATE SET
     failures = CASE WHEN t.expires_at <= clock_timestamp() THEN 1 ELSE t.failures + 1 END,
     next_try_at = CASE WHEN t.expires_at <= clock_timestamp() OR t.failures + 1 <= $4::int THEN 'epoch'
       ELSE clock_timestamp() + make_interval(secs => least(power(2, t.failures - $4::int), $5::float8)) END,
     expires_at = CASE WHEN $6::boolean OR t.expires_at <= clock_timestamp() THEN clock_timestamp() + make_interval(secs => $2) ELSE t.expires_at END
   WHERE t.expires_at <= clock_timestamp() OR (t.failures < $3::int AND t.next_try_at <= clock_timestamp())
   RETURNING failures AS tries`,
)

const READ = statement<Count>(
  'read_allowance',
  `SELECT failures AS tries, ceil(extract(epoch FROM next_try_at - clock_timestamp()))::int AS next_seconds,
          ceil(extract(epoch FROM expires_at - clock_timestamp()))::int AS end_seconds
   FROM login_throttles WHERE shard = $2 AND subject_hash = $1`,
)

const GIVE_BACK = statement<object>(
  'give_back_allowance',
  `UPDATE login_throttles SET failures = greatest(failures - 1, 0), next_try_at = 'epoch' WHERE shard = $2 AND subject_hash = $1`,
)

const FORGET = statement<object>('forget_allowances', `DELETE FROM login_throttles WHERE shard = ANY($2) AND subject_hash = ANY($1)`)

export type Terms = { seconds: number; limit: number; freeTries: number; mostSeconds: number; isSliding: boolean }

/**
 * A try counts, whatever becomes of the change it was made for.
 * @returns how many tries that makes, or null when there may be none now
 */
export async function takeTry(hash: Buffer, { seconds, limit, freeTries, mostSeconds, isSliding }: Terms): Promise<number | null> {
  const [row] = await apartFromTransaction(() => sql.query(TAKE, [hash, seconds, limit, freeTries, mostSeconds, isSliding, placeOf(hash)]))
  return row?.tries ?? null
}

export async function readCount(hash: Buffer): Promise<Count | null> {
  return (await sql.query(READ, [hash, placeOf(hash)]))[0] ?? null
}

export const giveBackTry = (hash: Buffer) => apartFromTransaction(() => sql.query(GIVE_BACK, [hash, placeOf(hash)]))

export const forgetTries = (hashes: Buffer[]) => sql.query(FORGET, [hashes, hashes.map(placeOf)])
