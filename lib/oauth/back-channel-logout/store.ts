import { sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'

type Told = { client_id: string; id_token_alg: string; backchannel_logout_uri: string }

const FIND = statement<Told>(
  'find_app_told_of_log_outs',
  `SELECT client_id, id_token_alg, backchannel_logout_uri FROM apps WHERE id = $1 AND status = 'active' AND backchannel_logout_uri IS NOT NULL`,
)

export const findToldApp = async (appId: string) => (await sql.query(FIND, [appId]))[0] ?? null

const RECORD = statement<object>(
  'tell_of_log_out',
  `INSERT INTO activity_events (shard, user_id, app_id, action) SELECT shard, id, $2, 'app.told_of_log_out' FROM users WHERE shard = $3 AND id = $1`,
)

/** The person sees which apps were told. */
export const recordTold = (userId: string, appId: string) => sql.query(RECORD, [userId, appId, shardOf(userId)])
