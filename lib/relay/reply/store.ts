import { type Queryable, sql, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'
import { bounceShards } from '../bounce/bounce-address'
import { MAY_RECEIVE } from '../store/alias-rules'

/** Answers of one person in a day, sent or refused. */
export const MAX_REPLIES_A_DAY = 50
const KEEP_ADDRESS = `interval '1 year'`

export type ReverseRow = {
  user_id: string
  app_id: string
  correspondent_hash: Buffer
  correspondent_sealed: Buffer
  local_hash: Buffer
  local_sealed: Buffer
}

// One that another process made meanwhile stays.
const ENSURE = statement<{ local_sealed: Buffer }>(
  'ensure_reverse_address',
  `INSERT INTO reverse_addresses AS r (shard, user_id, app_id, correspondent_hash, correspondent_sealed, local_hash, local_sealed, expires_at)
   SELECT s.shard, s.user_id, s.app_id, $3, $4, $5, $6, clock_timestamp() + ${KEEP_ADDRESS} FROM subjects s
   WHERE s.shard = $7 AND s.user_id = $1 AND s.app_id = $2
   ON CONFLICT (shard, user_id, app_id, correspondent_hash) DO UPDATE SET expires_at = EXCLUDED.expires_at
   RETURNING local_sealed`,
)

/** @returns the name that the address has, sealed; null when there is no such alias any more */
export const ensureReverse = async (row: ReverseRow): Promise<Buffer | null> => {
  const values = [row.user_id, row.app_id, row.correspondent_hash, row.correspondent_sealed, row.local_hash, row.local_sealed, shardOf(row.user_id)]
  return (await sql.query(ENSURE, values))[0]?.local_sealed ?? null
}

export type LiveReverse = {
  user_id: string
  app_id: string
  correspondent_hash: Buffer
  correspondent_sealed: Buffer
  pair_sealed: Buffer
  email_sealed: Buffer
  profile_sealed: Buffer
  data_key_sealed: Buffer
  user_key_id: string
}

const FIND = statement<LiveReverse>(
  'find_reverse_address',
  `SELECT r.user_id, r.app_id, r.correspondent_hash, r.correspondent_sealed, s.pair_sealed, u.email_sealed, u.profile_sealed, u.data_key_sealed,
     u.master_key_id AS user_key_id
   FROM reverse_addresses r
   JOIN subjects s ON s.shard = r.shard AND s.user_id = r.user_id AND s.app_id = r.app_id
   JOIN grants g ON g.shard = r.shard AND g.user_id = r.user_id AND g.app_id = r.app_id
   JOIN users u ON u.shard = r.shard AND u.id = r.user_id
   WHERE r.shard = $2 AND r.local_hash = $1 AND r.expires_at > clock_timestamp() AND u.email_confirmed_at IS NOT NULL AND g.suspended_at IS NULL AND ${MAY_RECEIVE}`,
)

/** The reverse address of that fingerprint, while its alias takes mail. */
export const findReverse = async (localHash: Buffer): Promise<LiveReverse | null> =>
  (await sql.query(FIND, [localHash, shardOfHash(localHash)]))[0] ?? null

export type NewReply = {
  userId: string
  id: string
  appId: string
  toSealed: Buffer
  contentSealed: Buffer | null
  changes: object
  state: 'waiting' | 'refused'
  problem: string | null
  bounceId: string | null
}

const LOCK = statement<object>('lock_replies_of_person', `SELECT 1 FROM subjects WHERE shard = $3 AND user_id = $1 AND app_id = $2 FOR UPDATE`)

const INSERT = statement<{ id: string }>(
  'insert_reply',
  `INSERT INTO replies (shard, user_id, id, app_id, to_sealed, content_sealed, changes, state, problem, bounce_id, expires_at)
   SELECT $10::smallint, $1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, clock_timestamp() + interval '30 days'
   WHERE (SELECT count(*) FROM replies WHERE shard = $10 AND user_id = $1 AND created_at > clock_timestamp() - interval '1 day') < ${MAX_REPLIES_A_DAY}
     AND NOT ($8 IS NOT DISTINCT FROM 'unproven' AND EXISTS (
       SELECT FROM replies WHERE shard = $10 AND user_id = $1 AND problem = 'unproven' AND created_at > clock_timestamp() - interval '1 day'))
   RETURNING id`,
)

/** @returns false when the person has answered often enough for a day, or was told already that one was unproven */
export async function insertReply(tx: Queryable, reply: NewReply): Promise<boolean> {
  const { userId, id, appId, toSealed, contentSealed, changes, state, problem, bounceId } = reply
  await tx.query(LOCK, [userId, appId, shardOf(userId)])
  return (
    (await tx.query(INSERT, [userId, id, appId, toSealed, contentSealed, JSON.stringify(changes), state, problem, bounceId, shardOf(userId)]))
      .length === 1
  )
}

export type WaitingReply = {
  app_id: string
  to_sealed: Buffer
  content_sealed: Buffer
  bounce_id: string
  data_key_sealed: Buffer
  user_key_id: string
  is_over: boolean
}

// Withdrawn meanwhile, it does not leave.
const TAKE = statement<WaitingReply>(
  'find_waiting_reply',
  `SELECT r.app_id, r.to_sealed, r.content_sealed, r.bounce_id, u.data_key_sealed, u.master_key_id AS user_key_id,
     r.created_at < clock_timestamp() - interval '2 days' AS is_over
   FROM replies r JOIN users u ON u.shard = r.shard AND u.id = r.user_id JOIN subjects s ON s.shard = r.shard AND s.user_id = r.user_id AND s.app_id = r.app_id
   JOIN grants g ON g.shard = r.shard AND g.user_id = r.user_id AND g.app_id = r.app_id
   WHERE r.shard = $3 AND r.user_id = $1 AND r.id = $2 AND r.state = 'waiting' AND ${MAY_RECEIVE}`,
)

export const findWaitingReply = async (userId: string, id: string): Promise<WaitingReply | null> =>
  (await sql.query(TAKE, [userId, id, shardOf(userId)]))[0] ?? null

const MARK = statement<object>(
  'mark_reply',
  `UPDATE replies SET state = $3, problem = $4, content_sealed = CASE WHEN $3 = 'waiting' THEN content_sealed END
   WHERE shard = $5 AND user_id = $1 AND id = $2`,
)

export const markReply = (userId: string, id: string, state: 'waiting' | 'sent' | 'failed', problem: string | null, on: Queryable = sql) =>
  on.query(MARK, [userId, id, state, problem, shardOf(userId)])

const IS_BOUNCE_ID = statement<{ one: number }>(
  'is_reply_bounce_id',
  `SELECT 1 AS one FROM replies WHERE shard = ANY($2::smallint[]) AND bounce_id = $1`,
)

export const isReplyBounceId = async (bounceId: string) => (await sql.query(IS_BOUNCE_ID, [bounceId, bounceShards(bounceId)])).length === 1

const BOUNCED = statement<{ id: string }>(
  'reply_bounced',
  `UPDATE replies SET state = 'failed', problem = $2 WHERE shard = ANY($3::smallint[]) AND bounce_id = $1 RETURNING id`,
)

export const markReplyBounced = (bounceId: string, code: string) => sql.query(BOUNCED, [bounceId, code, bounceShards(bounceId)])

export type ReplyRow = {
  id: string
  app_name: string
  to_sealed: Buffer
  changes: Record<string, number>
  state: string
  problem: string | null
  created_at: Date
}

const LIST = statement<ReplyRow>(
  'replies_of_person',
  `SELECT r.id, a.name AS app_name, r.to_sealed, r.changes, r.state, r.problem, r.created_at FROM replies r JOIN apps a ON a.id = r.app_id
   WHERE r.shard = $2 AND r.user_id = $1 ORDER BY r.created_at DESC, r.id LIMIT 100`,
)

export const findReplies = (userId: string) => sql.query(LIST, [userId, shardOf(userId)])
