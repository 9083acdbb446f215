import { type Queryable, sql, statement } from '#lib/core/db'
import { shardOfHash } from '#lib/core/shard'

const INSERT = statement<object>(
  'insert_pushed_request',
  `INSERT INTO pushed_requests (shard, uri_hash, app_id, request_sealed, master_key_id, expires_at)
   VALUES ($6, $1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))`,
)

const FIND = statement<{ uri_hash: Buffer; request_sealed: Buffer; master_key_id: string }>(
  'find_pushed_request',
  `SELECT uri_hash, request_sealed, master_key_id FROM pushed_requests
   WHERE shard = ANY($3::smallint[]) AND uri_hash = ANY($1) AND app_id = $2 AND expires_at > clock_timestamp()`,
)

const LOCK = statement<{ is_live: boolean }>(
  'lock_pushed_request',
  `SELECT expires_at > clock_timestamp() AS is_live FROM pushed_requests WHERE shard = $2 AND uri_hash = $1 FOR UPDATE`,
)

const DELETE = statement<object>('delete_pushed_request', `DELETE FROM pushed_requests WHERE shard = $2 AND uri_hash = $1`)

export type StoredPushedRequest = { uriHash: Buffer; requestSealed: Buffer; masterKeyId: string }

export const insertPushedRequest = (appId: string, row: StoredPushedRequest, lifetimeSeconds: number) =>
  sql.query(INSERT, [row.uriHash, appId, row.requestSealed, row.masterKeyId, lifetimeSeconds, shardOfHash(row.uriHash)])

export async function findPushedRequest(uriHashes: Buffer[], appId: string): Promise<StoredPushedRequest | null> {
  const [row] = await sql.query(FIND, [uriHashes, appId, uriHashes.map(shardOfHash)])
  return row ? { uriHash: row.uri_hash, requestSealed: row.request_sealed, masterKeyId: row.master_key_id } : null
}

/** Holds a request until the end of the transaction. @returns whether it is there and in time */
export const lockPushedRequest = async (tx: Queryable, uriHash: Buffer): Promise<boolean> =>
  (await tx.query(LOCK, [uriHash, shardOfHash(uriHash)]))[0]?.is_live === true

/** A code was issued for it. */
export const deletePushedRequest = (tx: Queryable, uriHash: Buffer) => tx.query(DELETE, [uriHash, shardOfHash(uriHash)])
