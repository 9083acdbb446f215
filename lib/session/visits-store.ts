import { type Queryable, statement } from '#lib/core/db'
import { shardOfHash } from '#lib/core/shard'
import { SPREAD } from '#lib/grants/spread'

// Against a code that is written for it at this moment, and would be left out of what follows.
const HOLD = statement<{ id_hash: Buffer }>(
  'hold_user_session',
  `SELECT id_hash FROM user_sessions WHERE shard = $2 AND id_hash = $1 AND expires_at > clock_timestamp() FOR UPDATE`,
)

/** @returns whether it lives */
export const holdSession = async (tx: Queryable, hash: Buffer) => (await tx.query(HOLD, [hash, shardOfHash(hash)])).length === 1

const HAND_ON = statement<object>(
  'hand_on_session_visits',
  `UPDATE session_visits v SET session_hash = $2 FROM user_sessions s
   WHERE v.shard = $3 AND v.session_hash = $1 AND s.shard = v.shard AND s.id_hash = $2 AND s.user_id = v.user_id
     AND NOT EXISTS (SELECT FROM session_visits own WHERE own.shard = v.shard AND own.user_id = v.user_id AND own.session_hash = $2 AND own.app_id = v.app_id)`,
)

/** What apps call the one session, they call the other from now on, if it is of the same person. The caller holds the first. */
export const handOnVisits = (tx: Queryable, from: Buffer, to: Buffer) => tx.query(HAND_ON, [from, to, shardOfHash(from)])

const SPREAD_OTHERS = statement<object>(
  'spread_session_visits',
  `WITH gone AS (DELETE FROM session_visits WHERE shard = $3 AND session_hash = $1 AND app_id <> $2 RETURNING shard, user_id, app_id, sid)
   INSERT INTO queued_jobs (shard, kind, payload, run_at)
   SELECT shard, 'back-channel-logout', jsonb_build_object('user', user_id, 'app', app_id, 'sid', sid), clock_timestamp() + ${SPREAD} FROM gone`,
)

/** Every app but one is told that the session is over at a moment of its own. The caller holds the session, and ends it. */
export const spreadVisits = (tx: Queryable, hash: Buffer, exceptAppId: string) => tx.query(SPREAD_OTHERS, [hash, exceptAppId, shardOfHash(hash)])
