import { sql, statement } from '#lib/core/db'
import { shardOfHash } from '#lib/core/shard'

export type SealedRun = { contentSealed: Buffer; masterKeyId: string }

const INSERT = statement<object>(
  'insert_playground_run',
  `INSERT INTO playground_runs (shard, state_hash, app_id, session_hash, content_sealed, master_key_id, expires_at)
   VALUES ($7, $1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))`,
)

// Single use: whoever takes it has it, and the row is gone.
const TAKE = statement<{ content_sealed: Buffer; master_key_id: string }>(
  'take_playground_run',
  `DELETE FROM playground_runs WHERE shard = $4 AND state_hash = $1 AND app_id = $2 AND session_hash = $3 AND expires_at > clock_timestamp()
   RETURNING content_sealed, master_key_id`,
)

export const insertRun = (stateHash: Buffer, appId: string, sessionHash: Buffer, run: SealedRun, lifetimeSeconds: number) =>
  sql.query(INSERT, [stateHash, appId, sessionHash, run.contentSealed, run.masterKeyId, lifetimeSeconds, shardOfHash(stateHash)])

/** The run of this state, app and browser session, once; null when there is none (any more). */
export async function takeRun(stateHash: Buffer, appId: string, sessionHash: Buffer): Promise<SealedRun | null> {
  const [row] = await sql.query(TAKE, [stateHash, appId, sessionHash, shardOfHash(stateHash)])
  return row ? { contentSealed: row.content_sealed, masterKeyId: row.master_key_id } : null
}
