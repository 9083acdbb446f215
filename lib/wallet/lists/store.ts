import { spanning, sql, statement } from '#lib/core/db'
import { shardOfKey } from '#lib/core/shard'

const READ = statement<{ body: Buffer }>(
  'read_fetched_list',
  `WITH used AS (UPDATE fetched_lists SET is_used = true WHERE shard = $2 AND uri = $1 AND NOT is_used)
   SELECT body FROM fetched_lists WHERE shard = $2 AND uri = $1 AND expires_at > clock_timestamp()`,
)

/** A list that still holds; null when it has to be fetched. */
export const readList = async (uri: string): Promise<Buffer | null> => (await sql.query(READ, [uri, shardOfKey(uri)]))[0]?.body ?? null

const PUT = statement<object>(
  'put_fetched_list',
  `INSERT INTO fetched_lists (shard, uri, kind, body, refresh_at, expires_at)
   SELECT $6::smallint, $1, $2, $3, at + $4 * interval '1 second', at + $5 * interval '1 second' FROM (SELECT clock_timestamp() AS at) fetched
   ON CONFLICT (shard, uri) DO UPDATE SET kind = excluded.kind, body = excluded.body, is_used = false, refresh_at = excluded.refresh_at, expires_at = excluded.expires_at`,
)

export type ListKind = 'status' | 'revocation'

type Life = { refreshSeconds: number; expirySeconds: number }

export const putList = (uri: string, kind: ListKind, body: Uint8Array, life: Life) =>
  sql.query(PUT, [uri, kind, body, life.refreshSeconds, life.expirySeconds, shardOfKey(uri)])

const TAKE_DUE = spanning<{ uri: string; kind: ListKind }>(
  'take_due_lists',
  `UPDATE fetched_lists SET refresh_at = clock_timestamp() + interval '5 minutes' WHERE (shard, uri) IN (
     SELECT shard, uri FROM fetched_lists WHERE is_used AND refresh_at <= clock_timestamp() AND expires_at > clock_timestamp()
     ORDER BY refresh_at LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING uri, kind`,
)

/** Lists that are in use and past half their time, each for one taker; who fails leaves it to the next in five minutes. */
export const takeDueLists = (most: number) => sql.query(TAKE_DUE, [most])
