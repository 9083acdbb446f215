import { sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import type { KeyHolder, StoredSubject } from './sealed-subject'

type Row = { user_id: string; data_key_sealed: Buffer; master_key_id: string; pair_sealed: Buffer | null }

const FIND = statement<Row>(
  'find_subject',
  `SELECT u.id AS user_id, u.data_key_sealed, u.master_key_id, s.pair_sealed
   FROM users u LEFT JOIN subjects s ON s.shard = u.shard AND s.user_id = u.id AND s.app_id = $2 WHERE u.shard = $3 AND u.id = $1`,
)

// An alias that somebody had who is gone is never given out again.
const INSERT = statement<object>(
  'insert_subject',
  `INSERT INTO subjects (shard, user_id, app_id, pair_sealed, sub_index, alias_index)
   SELECT $6::smallint, $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT FROM spent_aliases WHERE shard IN ($6, -1) AND alias_hash = $5)
   ON CONFLICT (shard, user_id, app_id) DO NOTHING`,
)

/** A person's key, and what is sealed under it for this app; null for somebody who is gone. */
export async function findSealedSubject(userId: string, appId: string): Promise<{ holder: KeyHolder; pairSealed: Buffer | null } | null> {
  const [row] = await sql.query(FIND, [userId, appId, shardOf(userId)])
  if (!row) return null
  return { holder: { userId: row.user_id, dataKeySealed: row.data_key_sealed, masterKeyId: row.master_key_id }, pairSealed: row.pair_sealed }
}

/** Keeps the pair that was there first when two requests come at once. */
export const insertSubject = (userId: string, appId: string, { pairSealed, subIndex, aliasIndex }: StoredSubject) =>
  sql.query(INSERT, [userId, appId, pairSealed, subIndex, aliasIndex, shardOf(userId)])
