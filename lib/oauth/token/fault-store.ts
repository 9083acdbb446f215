import { sql, statement } from '#lib/core/db'

const FIND = statement<{ is_expired: boolean }>(
  'find_token_fault',
  `SELECT t.expires_at <= clock_timestamp() AS is_expired
   FROM access_tokens t JOIN grants g ON g.id = t.grant_id JOIN apps a ON a.id = g.app_id
   WHERE t.token_hash = ANY($1) AND (t.expires_at <= clock_timestamp() OR a.status <> 'active')`,
)

/** What is wrong with an access token that is still kept; null when none is kept under these hashes. */
export async function findTokenFault(hashes: Buffer[]): Promise<'access_token_expired' | 'access_token_of_inactive_client' | null> {
  const [row] = await sql.query(FIND, [hashes])
  if (!row) return null
  return row.is_expired ? 'access_token_expired' : 'access_token_of_inactive_client'
}
