import { inBatches, perHash, shardsOfHashes } from '#lib/core/batch'
import { type Queryable, sql, statement } from '#lib/core/db'
import { byShard } from '#lib/core/shard'
import { remember } from '#lib/grants/ended-store'

const REVOKE_ACCESS_TOKEN = statement<object>(
  'revoke_access_token',
  `WITH gone AS (
     DELETE FROM access_tokens t USING grants g
     WHERE t.shard = $3 AND t.token_hash = ANY($1) AND g.shard = t.shard AND g.id = t.grant_id AND g.app_id = $2
     RETURNING t.shard, t.token_hash AS secret_hash
   ), ${remember('gone', 'revoked')}
   SELECT FROM gone`,
)

// The grant is locked first, as everywhere; a used refresh token still names its family.
const LOCK_REFRESH_FAMILY = statement<{ id: string }>(
  'lock_refresh_family',
  `SELECT g.id FROM grants g
   WHERE g.shard = $3 AND g.id = (SELECT grant_id FROM refresh_tokens WHERE shard = $3 AND token_hash = ANY($1)) AND g.app_id = $2
   FOR NO KEY UPDATE`,
)

// Used codes and refresh tokens stay while the grant lives: without them a replay would look like an unknown token.
const DELETE_FAMILY_TOKENS = statement<object>(
  'delete_family_tokens',
  `WITH refresh AS (
     DELETE FROM refresh_tokens WHERE shard = $2 AND grant_id = $1 AND used_at IS NULL RETURNING shard, token_hash
   ), access AS (
     DELETE FROM access_tokens WHERE shard = $2 AND grant_id = $1 RETURNING shard, token_hash
   ), gone AS (
     SELECT shard, token_hash AS secret_hash FROM refresh UNION ALL SELECT shard, token_hash FROM access
   ), ${remember('gone', 'revoked')}
   SELECT FROM gone`,
)

// Tokens that somebody else holds are passed over, so that nobody waits for another's locks; they are what is left.
const REVOKE_ACCESS_TOKENS = statement<{ nth: number }>(
  'revoke_access_tokens',
  `WITH owned AS MATERIALIZED (
     SELECT asked.nth, t.shard, t.token_hash
     FROM unnest($1::smallint[], $2::bytea[], $3::int[], $4::text[]) AS asked (shard, token_hash, nth, app_id)
     JOIN access_tokens t ON t.shard = asked.shard AND t.token_hash = asked.token_hash
     JOIN grants g ON g.shard = t.shard AND g.id = t.grant_id AND g.app_id = asked.app_id
   ), free AS MATERIALIZED (
     SELECT t.shard, t.token_hash FROM owned JOIN access_tokens t ON t.shard = owned.shard AND t.token_hash = owned.token_hash FOR UPDATE OF t SKIP LOCKED
   ), gone AS (
     DELETE FROM access_tokens t USING free WHERE t.shard = free.shard AND t.token_hash = free.token_hash RETURNING t.shard, t.token_hash AS secret_hash
   ), ${remember('gone', 'revoked')}
   SELECT nth FROM owned WHERE token_hash NOT IN (SELECT secret_hash FROM gone)`,
)

const leaveHeldToken = inBatches(REVOKE_ACCESS_TOKENS, perHash<{ hashes: Buffer[]; appId: string }>('appId'), shardsOfHashes)

/** Ends an access token, when it is one of this app's. @see RFC 7009 §2.1 */
export async function deleteAccessToken(hashes: Buffer[], appId: string): Promise<void> {
  const isHeld = await leaveHeldToken({ hashes, appId })
  if (!isHeld) return
  for (const { shard, hashes: there } of byShard(hashes)) await sql.query(REVOKE_ACCESS_TOKEN, [there, appId, shard])
}

/** Ends every token of the grant that this refresh token belongs to, when it is this app's. @see RFC 7009 §2.1 */
export async function deleteTokenFamily(tx: Queryable, hashes: Buffer[], appId: string): Promise<void> {
  for (const { shard, hashes: there } of byShard(hashes)) {
    const [grant] = await tx.query(LOCK_REFRESH_FAMILY, [there, appId, shard])
    if (grant) await tx.query(DELETE_FAMILY_TOKENS, [grant.id, shard])
  }
}
