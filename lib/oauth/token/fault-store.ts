import { sql, statement } from '#lib/core/db'
import { byShard } from '#lib/core/shard'

const FIND = statement<{ is_expired: boolean }>(
  'find_token_fault',
  `SELECT t.expires_at <= clock_timestamp() AS is_expired
   FROM access_tokens t JOIN grants g ON g.shard = t.shard AND g.id = t.grant_id JOIN apps a ON a.id = g.app_id
   WHERE t.shard = $2 AND t.token_hash = ANY($1) AND (t.expires_at <= clock_timestamp() OR a.status <> 'active')`,
)

/** What is wrong with an access token that is still kept; null when none is kept under these hashes. */
export async function findTokenFault(hashes: Buffer[]): Promise<'access_token_expired' | 'access_token_of_inactive_client' | null> {
  for (const { shard, hashes: there } of byShard(hashes)) {
    const [row] = await sql.query(FIND, [there, shard])
    if (row) return row.is_expired ? 'access_token_expired' : 'access_token_of_inactive_client'
  }
  return null
}
