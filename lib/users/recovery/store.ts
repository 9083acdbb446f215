import { type Prisma, type Queryable, spanning, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'

/** Time for the owner to see a mail and object. */
const WAIT = `interval '72 hours'`
/** Time to come back and finish. */
const OPEN = `interval '14 days'`

export type Waiting = { due_at: Date; is_due: boolean }

const INSERT = statement<{ due_at: Date }>(
  'begin_document_recovery',
  `INSERT INTO document_recoveries (shard, user_id, veto_hash, begun_at, due_at, expires_at)
   VALUES ($3, $1, $2, clock_timestamp(), clock_timestamp() + ${WAIT}, clock_timestamp() + ${WAIT} + ${OPEN})
   ON CONFLICT (shard, user_id) DO NOTHING RETURNING due_at`,
)

/** @returns from when on it can be finished; null when one waits already */
export const insertRecovery = async (tx: Queryable, userId: string, vetoHash: Buffer): Promise<Date | null> =>
  (await tx.query(INSERT, [userId, vetoHash, shardOf(userId)]))[0]?.due_at ?? null

const FIND = statement<Waiting>(
  'find_document_recovery',
  `SELECT due_at, due_at <= clock_timestamp() AS is_due FROM document_recoveries WHERE shard = $2 AND user_id = $1 AND expires_at > clock_timestamp()`,
)

export const findRecovery = async (db: Queryable, userId: string): Promise<Waiting | null> =>
  (await db.query(FIND, [userId, shardOf(userId)]))[0] ?? null

const TAKE_DUE = statement<object>(
  'take_due_document_recovery',
  `DELETE FROM document_recoveries WHERE shard = $2 AND user_id = $1 AND due_at <= clock_timestamp() AND expires_at > clock_timestamp() RETURNING 1`,
)

/** Uses it up. @returns whether its time had come */
export const takeDueRecovery = async (tx: Queryable, userId: string): Promise<boolean> =>
  (await tx.query(TAKE_DUE, [userId, shardOf(userId)])).length === 1

const DELETE = statement<object>('delete_document_recovery', `DELETE FROM document_recoveries WHERE shard = $2 AND user_id = $1 RETURNING 1`)

/** @returns whether there was one */
export const deleteRecovery = async (tx: Queryable, userId: string): Promise<boolean> =>
  (await tx.query(DELETE, [userId, shardOf(userId)])).length === 1

/** Whose recovery a link in a mail objects to. */
export const findByVeto = (db: Prisma, vetoHashes: Buffer<ArrayBuffer>[]) =>
  db.documentRecovery.findFirst({ where: { shard: { in: vetoHashes.map(shardOfHash) }, vetoHash: { in: vetoHashes } }, select: { userId: true } })

const TELL_DUE = spanning<{ user_id: string; expires_at: Date }>(
  'tell_due_document_recovery',
  `UPDATE document_recoveries SET told_at = clock_timestamp()
   WHERE (shard, user_id) IN (
     SELECT shard, user_id FROM document_recoveries
     WHERE told_at IS NULL AND due_at <= clock_timestamp() AND expires_at > clock_timestamp()
     ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING user_id, expires_at`,
)

/** One of those whose waiting is over and whose owner was not written to yet; from now on they were. */
export const takeUntold = async (tx: Queryable) => (await tx.query(TELL_DUE, []))[0] ?? null
