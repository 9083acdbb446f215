import type { AccessChange } from '#lib/accounts/credentials/store'
import type { Prisma } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'

/** How long an address that was left can take its account back. */
export const UNDO_HOURS = 72

/** @property emailIndex of the address that the account comes back to */
export type AddressUndo = { userId: string; emailIndex: Buffer<ArrayBuffer>; emailSealed: Uint8Array }

/** Keeps the address the account has at this moment, under the link that is sent there. */
export const keepAddress = (change: AccessChange, userId: string, tokenHash: Buffer, emailSealed: Buffer) => change.$executeRaw`
  INSERT INTO address_undos (shard, token_hash, user_id, email_index, email_sealed, changed_at, expires_at)
  SELECT shard, ${tokenHash}, id, email_index, ${emailSealed}, clock_timestamp(), clock_timestamp() + make_interval(hours => ${UNDO_HOURS}::int)
  FROM users WHERE shard = ${shardOf(userId)} AND id = ${userId}`

/** Whose account a link gives back; null when it was used or its time is over. */
export async function findUndo(db: Prisma, hashes: Buffer[]): Promise<AddressUndo | null> {
  const [row] = await db.$queryRaw<{ user_id: string; email_index: Uint8Array; email_sealed: Uint8Array }[]>`
    SELECT user_id, email_index, email_sealed FROM address_undos
    WHERE shard = ANY(${hashes.map(shardOfHash)}::smallint[]) AND token_hash = ANY(${hashes}) AND expires_at > clock_timestamp()`
  return row ? { userId: row.user_id, emailIndex: Buffer.from(row.email_index), emailSealed: row.email_sealed } : null
}

/** Uses a link up, and with it those of every later change: what came after is undone with it. @returns when the address was left */
export async function takeUndo(change: AccessChange, hashes: Buffer[], userId: string): Promise<Date | null> {
  const [row] = await change.$queryRaw<{ changed_at: Date }[]>`
    DELETE FROM address_undos WHERE shard = ${shardOf(userId)} AND token_hash = ANY(${hashes}) AND user_id = ${userId} AND expires_at > clock_timestamp()
    RETURNING changed_at`
  if (!row) return null
  await change.addressUndo.deleteMany({ where: { shard: shardOf(userId), userId, changedAt: { gte: row.changed_at } } })
  return row.changed_at
}

/** Until when a change of address can be undone, so that nothing may be taken out of the account or destroyed; or null. */
export async function frozenUntil(db: Prisma, userId: string): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ until: Date | null }[]>`
    SELECT max(expires_at) AS until FROM address_undos WHERE shard = ${shardOf(userId)} AND user_id = ${userId} AND expires_at > clock_timestamp()`
  return row?.until ?? null
}
