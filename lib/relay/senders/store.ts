import { type Prisma, type Queryable, sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import type { AliasKey } from './sealed-sender'

/** How long somebody is listed after their last mail. */
const LISTED = `interval '30 days'`

/** So many a person sees of one alias, the latest first, and so many are kept. */
export const MOST_SENDERS = 50

export type NotedMail = AliasKey & { hash: Buffer; sealed: Buffer }

// A blocked sender is counted and nothing more; another is listed only while the person wants that.
const NOTE = statement<{ is_blocked: boolean }>(
  'note_alias_sender',
  `WITH blocked AS (
     UPDATE alias_senders SET dropped = dropped + 1, last_mail_at = clock_timestamp()
     WHERE shard = $5 AND user_id = $1 AND app_id = $2 AND sender_hash = $3 AND blocked_at IS NOT NULL RETURNING 1
   ), listed AS (
     INSERT INTO alias_senders AS a (shard, user_id, app_id, sender_hash, sender_sealed, mails, last_mail_at, expires_at)
     SELECT s.shard, s.user_id, s.app_id, $3, $4, 1, clock_timestamp(), clock_timestamp() + ${LISTED} FROM subjects s
     WHERE s.shard = $5 AND s.user_id = $1 AND s.app_id = $2 AND s.keeps_senders AND NOT EXISTS (SELECT FROM blocked)
     ON CONFLICT (shard, user_id, app_id, sender_hash) DO UPDATE
       SET mails = a.mails + 1, last_mail_at = clock_timestamp(), expires_at = clock_timestamp() + ${LISTED} WHERE a.blocked_at IS NULL
   )
   SELECT EXISTS (SELECT FROM blocked) AS is_blocked`,
)

// Whoever writes under ever new names fills no table.
const TRIM = statement<object>(
  'trim_alias_senders',
  `DELETE FROM alias_senders WHERE shard = $3 AND user_id = $1 AND app_id = $2 AND blocked_at IS NULL AND sender_hash NOT IN (
     SELECT sender_hash FROM alias_senders WHERE shard = $3 AND user_id = $1 AND app_id = $2 AND blocked_at IS NULL ORDER BY last_mail_at DESC LIMIT ${MOST_SENDERS})`,
)

export async function noteMail({ userId, appId, hash, sealed }: NotedMail): Promise<'blocked' | 'welcome'> {
  const [row] = await sql.query(NOTE, [userId, appId, hash, sealed, shardOf(userId)])
  if (row?.is_blocked) return 'blocked'
  await sql.query(TRIM, [userId, appId, shardOf(userId)])
  return 'welcome'
}

export const findSenders = (db: Prisma, userId: string) =>
  db.aliasSender.findMany({
    where: { shard: shardOf(userId), userId },
    orderBy: [{ lastMailAt: { sort: 'desc', nulls: 'last' } }, { senderHash: 'asc' }],
    select: { userId: true, appId: true, senderHash: true, senderSealed: true, mails: true, lastMailAt: true, blockedAt: true, dropped: true },
  })

export const setKeepsSenders = async (tx: Prisma, { userId, appId }: AliasKey, keepsSenders: boolean): Promise<boolean> =>
  (await tx.subject.updateMany({ where: { shard: shardOf(userId), userId, appId, keepsSenders: !keepsSenders }, data: { keepsSenders } })).count === 1

/** Those who are only listed; who is blocked stays blocked. */
export const forgetSenders = (tx: Prisma, { userId, appId }: AliasKey) =>
  tx.aliasSender.deleteMany({ where: { shard: shardOf(userId), userId, appId, blockedAt: null } })

const BLOCK = statement<object>(
  'block_alias_sender',
  `INSERT INTO alias_senders AS a (shard, user_id, app_id, sender_hash, sender_sealed, blocked_at)
   SELECT s.shard, s.user_id, s.app_id, $3, $4, clock_timestamp() FROM subjects s WHERE s.shard = $5 AND s.user_id = $1 AND s.app_id = $2
   ON CONFLICT (shard, user_id, app_id, sender_hash) DO UPDATE SET blocked_at = clock_timestamp(), expires_at = NULL, dropped = 0
   WHERE a.blocked_at IS NULL RETURNING 1`,
)

/** @returns false when the alias is nobody's, or they were blocked already */
export const block = async (tx: Queryable, { userId, appId, hash, sealed }: NotedMail): Promise<boolean> =>
  (await tx.query(BLOCK, [userId, appId, hash, sealed, shardOf(userId)])).length === 1

const BLOCK_LISTED = statement<object>(
  'block_listed_sender',
  `UPDATE alias_senders SET blocked_at = clock_timestamp(), expires_at = NULL, dropped = 0
   WHERE shard = $4 AND user_id = $1 AND app_id = $2 AND sender_hash = $3 AND blocked_at IS NULL RETURNING 1`,
)

export const blockListed = async (tx: Queryable, { userId, appId }: AliasKey, hash: Buffer): Promise<boolean> =>
  (await tx.query(BLOCK_LISTED, [userId, appId, hash, shardOf(userId)])).length === 1

const COUNT_BLOCKED = statement<{ blocked: number }>(
  'count_blocked_senders',
  `SELECT count(*)::int AS blocked FROM alias_senders WHERE shard = $3 AND user_id = $1 AND app_id = $2 AND blocked_at IS NOT NULL`,
)

export const countBlocked = async (tx: Queryable, { userId, appId }: AliasKey): Promise<number> =>
  (await tx.query(COUNT_BLOCKED, [userId, appId, shardOf(userId)]))[0]?.blocked ?? 0

// Listed again for a while, where the person wants a list; else forgotten at the next clearing.
const UNBLOCK = statement<object>(
  'unblock_alias_sender',
  `UPDATE alias_senders a SET blocked_at = NULL, dropped = 0, last_mail_at = coalesce(last_mail_at, clock_timestamp()),
     expires_at = clock_timestamp() + CASE WHEN (SELECT keeps_senders FROM subjects s WHERE s.shard = $4 AND s.user_id = $1 AND s.app_id = $2) THEN ${LISTED}
       ELSE interval '0' END
   WHERE a.shard = $4 AND a.user_id = $1 AND a.app_id = $2 AND a.sender_hash = $3 AND blocked_at IS NOT NULL RETURNING 1`,
)

export const unblock = async (tx: Queryable, { userId, appId }: AliasKey, hash: Buffer): Promise<boolean> =>
  (await tx.query(UNBLOCK, [userId, appId, hash, shardOf(userId)])).length === 1
