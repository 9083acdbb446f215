import { sql, statement } from '#lib/core/db'
import { byShard } from '#lib/core/shard'

/** How codes and tokens end before their time. */
export type EndedBy = 'withdrawn' | 'replayed' | 'revoked' | 'narrowed' | 'superseded'

// As long as the longest-lived of them could have been used; whoever asks later learns that it is unknown.
const REMEMBERED = `clock_timestamp() + interval '30 days'`

/**
 * Part of a statement that ends secrets: it remembers their hashes, so that a later refusal can be told from that of a
 * secret that never was. Nothing is added to what succeeds.
 * @param gone a part with `shard` and `secret_hash`, what is ended
 */
export const remember = (gone: string, by: EndedBy) =>
  `remembered AS (INSERT INTO ended_secrets (shard, secret_hash, cause, expires_at)
     SELECT shard, secret_hash, '${by}', ${REMEMBERED} FROM ${gone} ON CONFLICT (shard, secret_hash) DO NOTHING)`

/** The same for whole grants. @param gone a part with `shard` and `id`, the grants that are deleted */
export const rememberFamily = (gone: string, by: EndedBy) =>
  `family AS (
     SELECT ${gone}.shard, held.secret_hash FROM ${gone}, LATERAL (
       SELECT code_hash AS secret_hash FROM authorization_codes WHERE shard = ${gone}.shard AND grant_id = ${gone}.id
       UNION ALL SELECT token_hash FROM access_tokens WHERE shard = ${gone}.shard AND grant_id = ${gone}.id
       UNION ALL SELECT token_hash FROM refresh_tokens WHERE shard = ${gone}.shard AND grant_id = ${gone}.id) held
   ), ${remember('family', by)}`

const FIND = statement<{ cause: EndedBy }>('find_ended_secret', `SELECT cause FROM ended_secrets WHERE shard = $2 AND secret_hash = ANY($1)`)

/** @returns null when it was not ended, or so long ago that nobody remembers */
export async function findEnding(hashes: Buffer[]): Promise<EndedBy | null> {
  for (const { shard, hashes: there } of byShard(hashes)) {
    const [row] = await sql.query(FIND, [there, shard])
    if (row) return row.cause
  }
  return null
}
