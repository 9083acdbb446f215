import { type Prisma, spanning, sql } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'

/** What an account needs to be changed and written to. */
export const findAccount = (db: Prisma, id: string) =>
  db.user.findUnique({
    where: { shard_id: { shard: shardOf(id), id } },
    select: {
      id: true,
      emailSealed: true,
      profileSealed: true,
      dataKeySealed: true,
      masterKeyId: true,
      passwordHash: true,
      emailConfirmedAt: true,
      createdAt: true,
      deletionDueAt: true,
      suspendedAt: true,
      accessVersion: true,
      totp: { select: { confirmedAt: true } },
      verifiedClaims: { select: { name: true, valueSealed: true, verifiedAt: true } },
    },
  })

/** A registration nobody confirmed gives way to the next one, and goes when the address's owner says that it is not theirs. */
export const deleteUnconfirmedAccount = (tx: Prisma, id: string) => tx.user.deleteMany({ where: { shard: shardOf(id), id, emailConfirmedAt: null } })

export const confirmEmailOf = (tx: Prisma, id: string) =>
  tx.$executeRaw`UPDATE users SET email_confirmed_at = clock_timestamp() WHERE shard = ${shardOf(id)} AND id = ${id} AND email_confirmed_at IS NULL`

/** Nobody there yet, and none refused. */
export const hasRoomForPasskey = async (db: Prisma, id: string) =>
  (await db.user.count({ where: { shard: shardOf(id), id, passkeyDeclinedAt: null, passkeys: { none: {} } } })) === 1

export const declinePasskeyOf = (db: Prisma, id: string) =>
  db.$executeRaw`UPDATE users SET passkey_declined_at = clock_timestamp() WHERE shard = ${shardOf(id)} AND id = ${id}`

export const setProfile = (tx: Prisma, id: string, profileSealed: Buffer<ArrayBuffer>) =>
  tx.$executeRaw`UPDATE users SET profile_sealed = ${profileSealed}, updated_at = clock_timestamp() WHERE shard = ${shardOf(id)} AND id = ${id}`

export async function planDeletion(tx: Prisma, id: string, graceSeconds: number): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ due: Date }[]>`
    UPDATE users SET deletion_due_at = clock_timestamp() + make_interval(secs => ${graceSeconds})
    WHERE shard = ${shardOf(id)} AND id = ${id} RETURNING deletion_due_at AS due`
  return row?.due ?? null
}

/** @returns whether a deletion is planned, which waits from now on; null when nothing was changed */
export async function markSuspended(tx: Prisma, id: string): Promise<{ isLeaving: boolean } | null> {
  const [row] = await tx.$queryRaw<{ isLeaving: boolean }[]>`
    UPDATE users SET suspended_at = clock_timestamp() WHERE shard = ${shardOf(id)} AND id = ${id} AND suspended_at IS NULL RETURNING deletion_due_at IS NOT NULL AS "isLeaving"`
  return row ?? null
}

/** A deletion that waited has as long to go as it had. @returns the same */
export async function markResumed(tx: Prisma, id: string): Promise<{ isLeaving: boolean } | null> {
  const [row] = await tx.$queryRaw<{ isLeaving: boolean }[]>`
    UPDATE users SET suspended_at = NULL, deletion_due_at = deletion_due_at + (clock_timestamp() - suspended_at)
    WHERE shard = ${shardOf(id)} AND id = ${id} AND suspended_at IS NOT NULL RETURNING deletion_due_at IS NOT NULL AS "isLeaving"`
  return row ?? null
}

export const isSuspendedPerson = async (db: Prisma, id: string) =>
  (await db.user.count({ where: { shard: shardOf(id), id, suspendedAt: { not: null } } })) === 1

/** @returns whether one was planned */
export async function callOffDeletion(tx: Prisma, id: string): Promise<boolean> {
  return (await tx.user.updateMany({ where: { shard: shardOf(id), id, deletionDueAt: { not: null } }, data: { deletionDueAt: null } })).count === 1
}

const REMOVE_UNCONFIRMED = spanning<{ removed: number }>(
  'remove_unconfirmed_accounts',
  `WITH gone AS (
     DELETE FROM users WHERE id = ANY(ARRAY(
       SELECT id FROM users WHERE email_confirmed_at IS NULL AND created_at < clock_timestamp() - make_interval(secs => $1)
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
   )
   SELECT count(*)::int AS removed FROM gone`,
)

/** @returns how many, at most `limit` */
export async function deleteUnconfirmedSince(seconds: number, limit: number): Promise<number> {
  return (await sql.query(REMOVE_UNCONFIRMED, [seconds, limit]))[0]?.removed ?? 0
}
