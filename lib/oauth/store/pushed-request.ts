import { sql, statement } from '#lib/core/db'

const INSERT = statement<object>(
  'insert_pushed_request',
  `INSERT INTO pushed_requests (uri_hash, app_id, request_sealed, master_key_id, expires_at)
   VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))`,
)

const TAKE = statement<{ uri_hash: Buffer; request_sealed: Buffer; master_key_id: string }>(
  'take_pushed_request',
  `DELETE FROM pushed_requests WHERE uri_hash = ANY($1) AND app_id = $2 AND expires_at > clock_timestamp()
   RETURNING uri_hash, request_sealed, master_key_id`,
)

export type StoredPushedRequest = { uriHash: Buffer; requestSealed: Buffer; masterKeyId: string }

export const insertPushedRequest = (appId: string, row: StoredPushedRequest, lifetimeSeconds: number) =>
  sql.query(INSERT, [row.uriHash, appId, row.requestSealed, row.masterKeyId, lifetimeSeconds])

/** Takes a request out; of any number who ask at once, one gets it. */
export async function takePushedRequest(uriHashes: Buffer[], appId: string): Promise<StoredPushedRequest | null> {
  const [row] = await sql.query(TAKE, [uriHashes, appId])
  return row ? { uriHash: row.uri_hash, requestSealed: row.request_sealed, masterKeyId: row.master_key_id } : null
}
