import { type Prisma, type Queryable, sql, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'
import { remember } from '#lib/grants/ended-store'
import { lockPushedRequest } from '../pushed-request/store'

/** An authorization request that waits for a person. */
export type StoredInteraction = {
  id: string
  clientId: string
  requestSealed: Buffer
  masterKeyId: string
  createdAt: Date
  chosenSessionHash: Buffer | null
  isDenied: boolean
  /** The pushed request it was begun from. */
  pushedHash: Buffer | null
}

type InteractionRow = {
  id: string
  client_id: string
  request_sealed: Buffer
  master_key_id: string
  created_at: Date
  session_hash: Buffer | null
  is_denied: boolean
  pushed_hash: Buffer | null
}

const INSERT = statement<{ id: string }>(
  'insert_interaction',
  `INSERT INTO interactions (shard, id, app_id, request_sealed, master_key_id, created_at, expires_at)
   VALUES ($6, $1, $2, $3, $4, clock_timestamp(), clock_timestamp() + make_interval(secs => $5)) RETURNING id`,
)

// A pushed request has one interaction. Each visit begins it anew under a new id, so the page of the visit before is
// over; the request is held meanwhile, so that none begins while its code is issued.
const INSERT_PUSHED = statement<{ id: string }>(
  'insert_pushed_interaction',
  `WITH pushed AS MATERIALIZED (
     SELECT shard, uri_hash FROM pushed_requests WHERE shard = $6 AND uri_hash = $7 AND expires_at > clock_timestamp() FOR UPDATE
   )
   INSERT INTO interactions AS i (shard, id, app_id, request_sealed, master_key_id, created_at, expires_at, pushed_hash)
   SELECT shard, $1, $2, $3, $4, clock_timestamp(), clock_timestamp() + make_interval(secs => $5), uri_hash FROM pushed
   ON CONFLICT (shard, pushed_hash) DO UPDATE SET
     id = excluded.id, request_sealed = excluded.request_sealed, master_key_id = excluded.master_key_id, created_at = excluded.created_at,
     expires_at = excluded.expires_at, finished_at = NULL, session_hash = NULL, is_denied = false, code_hash = NULL
   RETURNING id`,
)

const FIND = statement<InteractionRow>(
  'find_interaction',
  `SELECT i.id, a.client_id, i.request_sealed, i.master_key_id, i.created_at, i.session_hash, i.is_denied, i.pushed_hash
   FROM interactions i JOIN apps a ON a.id = i.app_id
   WHERE i.shard = $2 AND i.id = $1 AND i.expires_at > clock_timestamp()`,
)

const CHOOSE_SESSION = statement<object>('choose_interaction_session', `UPDATE interactions SET session_hash = $2 WHERE shard = $3 AND id = $1`)

const LOCK = statement<{ is_denied: boolean; is_finished: boolean; code_hash: Buffer | null }>(
  'lock_interaction',
  `SELECT is_denied, finished_at IS NOT NULL AS is_finished, code_hash FROM interactions
   WHERE shard = $2 AND id = $1 AND expires_at > clock_timestamp() FOR UPDATE`,
)

// The first answer shortens the life of the request to the time in which a second submit of the same form may arrive.
const FINISH = statement<object>(
  'finish_interaction',
  `UPDATE interactions SET code_hash = $2, is_denied = $3, finished_at = coalesce(finished_at, clock_timestamp()),
     expires_at = CASE WHEN finished_at IS NULL THEN clock_timestamp() + make_interval(secs => $4) ELSE expires_at END
   WHERE shard = $5 AND id = $1`,
)

// One that was redeemed stays, so that its replay is known as one.
const SUPERSEDE = statement<object>(
  'supersede_authorization_code',
  `WITH gone AS (
     DELETE FROM authorization_codes WHERE shard = $2 AND code_hash = $1 AND used_at IS NULL RETURNING shard, code_hash AS secret_hash
   ), ${remember('gone', 'superseded')}
   SELECT FROM gone`,
)

const DELETE_PUSHED = statement<object>('delete_interaction_of_pushed_request', `DELETE FROM interactions WHERE shard = $2 AND pushed_hash = $1`)

export type NewInteraction = { id: string; appId: string; requestSealed: Buffer; masterKeyId: string; pushedHash: Buffer | null }

/** @param row on the shard of the pushed request it is begun from, if it is @returns false when that is spent or too old */
export async function insertInteraction(row: NewInteraction, lifetimeSeconds: number): Promise<boolean> {
  const values = [row.id, row.appId, row.requestSealed, row.masterKeyId, lifetimeSeconds, shardOf(row.id)]
  const inserted = row.pushedHash ? await sql.query(INSERT_PUSHED, [...values, row.pushedHash]) : await sql.query(INSERT, values)
  return inserted.length === 1
}

export async function findInteraction(id: string): Promise<StoredInteraction | null> {
  const [row] = await sql.query(FIND, [id, shardOf(id)])
  if (!row) return null
  return {
    id: row.id,
    clientId: row.client_id,
    requestSealed: row.request_sealed,
    masterKeyId: row.master_key_id,
    createdAt: row.created_at,
    chosenSessionHash: row.session_hash,
    isDenied: row.is_denied,
    pushedHash: row.pushed_hash,
  }
}

/** The person chose to go on with this session. */
export const chooseSession = (id: string, sessionHash: Buffer) => sql.query(CHOOSE_SESSION, [id, sessionHash, shardOf(id)])

/** An interaction while it is being answered, by nobody else. */
export type HeldInteraction = { id: string; pushedHash: Buffer | null; isDenied: boolean; isFinished: boolean; codeHash: Buffer | null }

/**
 * Holds an interaction until the end of the transaction. Lock order: pushed request, interaction, grant, code.
 * @returns null when it is over, or a later visit began it anew
 */
export async function lockInteraction(
  tx: Queryable,
  { id, pushedHash }: Pick<StoredInteraction, 'id' | 'pushedHash'>,
): Promise<HeldInteraction | null> {
  if (pushedHash) await lockPushedRequest(tx, pushedHash)
  const [row] = await tx.query(LOCK, [id, shardOf(id)])
  return row ? { id, pushedHash, isDenied: row.is_denied, isFinished: row.is_finished, codeHash: row.code_hash } : null
}

const EXTEND = statement<{ id: string }>(
  'extend_interaction',
  `UPDATE interactions SET expires_at = greatest(expires_at, clock_timestamp() + make_interval(secs => $2))
   WHERE shard = $3 AND id = $1 AND expires_at > clock_timestamp() AND finished_at IS NULL RETURNING id`,
)

/** A whole lifetime from now on. @returns false when it is over */
export const extendInteraction = async (tx: Queryable, id: string, seconds: number): Promise<boolean> =>
  (await tx.query(EXTEND, [id, seconds, shardOf(id)])).length === 1

/** How the person answered this app the last time, for their own screen. */
export const findLastAnswer = (db: Prisma, userId: string, appId: string) =>
  db.grant.findUnique({ where: { shard_userId_appId: { shard: shardOf(userId), userId, appId } }, select: { endsAt: true, seenSealed: true } })

export const finishInteraction = (tx: Queryable, id: string, outcome: { codeHash: Buffer | null; isDenied: boolean }, resubmitSeconds: number) =>
  tx.query(FINISH, [id, outcome.codeHash, outcome.isDenied, resubmitSeconds, shardOf(id)])

/** Ends a code that nobody redeemed, because a newer answer counts. */
export const supersedeCode = (tx: Queryable, codeHash: Buffer) => tx.query(SUPERSEDE, [codeHash, shardOfHash(codeHash)])

export const deleteInteractionOfPushed = (tx: Queryable, pushedHash: Buffer) => tx.query(DELETE_PUSHED, [pushedHash, shardOfHash(pushedHash)])
