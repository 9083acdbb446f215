import { type Prisma, type Queryable, spanning, sql } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'

const HAS_DUE = spanning<{ due: boolean }>(
  'has_due_account',
  `SELECT EXISTS (SELECT FROM users WHERE deletion_due_at <= clock_timestamp() AND suspended_at IS NULL) AS due`,
)

/** Whether an account's time has come: asked often, and cheaper than a transaction. */
export async function hasDueAccount(): Promise<boolean> {
  return (await sql.query(HAS_DUE, []))[0]?.due === true
}

const TAKE_DUE = spanning<{ id: string; email_index: Buffer }>(
  'take_due_account',
  `SELECT id, email_index FROM users WHERE deletion_due_at <= clock_timestamp() AND suspended_at IS NULL
   ORDER BY deletion_due_at FOR UPDATE SKIP LOCKED LIMIT 1`,
)

/** One account whose time has come, held by this worker only. */
export async function takeDueAccount(tx: Queryable): Promise<{ id: string; emailIndex: Buffer } | null> {
  const [row] = await tx.query(TAKE_DUE, [])
  return row ? { id: row.id, emailIndex: row.email_index } : null
}

/** Keeps the fingerprint of every alias of the person, so that none is ever given out again. */
export const keepSpentAliases = (tx: Prisma, userId: string) =>
  tx.$executeRaw`INSERT INTO spent_aliases (shard, alias_hash) SELECT shard, alias_index FROM subjects WHERE shard = ${shardOf(userId)} AND user_id = ${userId} ON CONFLICT DO NOTHING`

export const findDevicesOf = (tx: Prisma, userId: string) =>
  tx.knownDevice.findMany({ where: { shard: shardOf(userId), userId }, select: { deviceHash: true } })

/** Everything that belongs to a person hangs on their row: keys, grants, tokens, sessions, mail, history. */
export const deletePerson = (tx: Prisma, id: string) => tx.user.delete({ where: { shard_id: { shard: shardOf(id), id } } })

/** Work that waits for a worker, and that is about nobody then. That their rows go leaves some as well: last, after all else. */
export const deleteJobsOf = (tx: Prisma, userId: string) =>
  tx.$executeRaw`DELETE FROM queued_jobs WHERE shard = ${shardOf(userId)} AND payload->>'user' = ${userId}`

export const deleteThrottles = (tx: Prisma, hashes: Buffer<ArrayBuffer>[]) =>
  tx.loginThrottle.deleteMany({ where: { shard: { in: hashes.map(shardOfHash) }, subjectHash: { in: hashes } } })

/** Passkeys that were about to be made. */
export const deleteChallengesOf = (tx: Prisma, userId: string) => tx.passkeyChallenge.deleteMany({ where: { shard: shardOf(userId), userId } })
