import { type Queryable, sql, statement } from '#lib/core/db'

const REVOKE_ACCESS_TOKEN = statement<object>(
  'revoke_access_token',
  `DELETE FROM access_tokens t USING grants g WHERE t.token_hash = ANY($1) AND g.id = t.grant_id AND g.app_id = $2`,
)

// The grant is locked first, as everywhere; a used refresh token still names its family.
const LOCK_REFRESH_FAMILY = statement<{ id: string }>(
  'lock_refresh_family',
  `SELECT g.id FROM grants g
   WHERE g.id = (SELECT grant_id FROM refresh_tokens WHERE token_hash = ANY($1)) AND g.app_id = $2
   FOR NO KEY UPDATE`,
)

// Used codes and refresh tokens stay while the grant lives: without them a replay would look like an unknown token.
const DELETE_FAMILY_TOKENS = statement<object>(
  'delete_family_tokens',
  `WITH refresh AS (DELETE FROM refresh_tokens WHERE grant_id = $1 AND used_at IS NULL)
   DELETE FROM access_tokens WHERE grant_id = $1`,
)

export const deleteAccessToken = (hashes: Buffer[], appId: string) => sql.query(REVOKE_ACCESS_TOKEN, [hashes, appId])

/** Ends every token of the grant that this refresh token belongs to, when it is this app's. @see RFC 7009 §2.1 */
export async function deleteTokenFamily(tx: Queryable, hashes: Buffer[], appId: string): Promise<void> {
  const [grant] = await tx.query(LOCK_REFRESH_FAMILY, [hashes, appId])
  if (grant) await tx.query(DELETE_FAMILY_TOKENS, [grant.id])
}
