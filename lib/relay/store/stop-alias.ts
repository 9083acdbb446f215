import { sql, statement } from '#lib/core/db'
import { shardsIn } from '#lib/core/shard'
import { aliasIndex } from '#lib/subjects/sealed-subject'
import { newBounceId } from '../bounce/bounce-address'

type Outcome = { found: number; changed: number }

const STOP = statement<Outcome>(
  'stop_alias',
  `WITH named AS (SELECT shard, user_id, app_id FROM subjects WHERE shard = ANY($3::smallint[]) AND alias_index = $1), stopped AS (
     INSERT INTO alias_traffic AS t (shard, user_id, app_id, bounce_id, accepted_at, stopped_at) SELECT shard, user_id, app_id, $2, '{}', clock_timestamp() FROM named
     ON CONFLICT (shard, user_id, app_id) DO UPDATE SET stopped_at = clock_timestamp() WHERE t.stopped_at IS NULL RETURNING t.shard, user_id, app_id
   ), told AS (
     INSERT INTO activity_events (shard, user_id, app_id, action) SELECT shard, user_id, app_id, 'alias.stopped_by_operator' FROM stopped
   )
   SELECT (SELECT count(*) FROM named)::int AS found, (SELECT count(*) FROM stopped)::int AS changed`,
)

const START = statement<Outcome>(
  'start_alias',
  `WITH named AS (SELECT shard, user_id, app_id FROM subjects WHERE shard = ANY($2::smallint[]) AND alias_index = $1), started AS (
     UPDATE alias_traffic t SET stopped_at = NULL FROM named
     WHERE t.shard = named.shard AND t.user_id = named.user_id AND t.app_id = named.app_id AND t.stopped_at IS NOT NULL RETURNING t.shard, t.user_id, t.app_id
   ), told AS (
     INSERT INTO activity_events (shard, user_id, app_id, action) SELECT shard, user_id, app_id, 'alias.started_by_operator' FROM started
   )
   SELECT (SELECT count(*) FROM named)::int AS found, (SELECT count(*) FROM started)::int AS changed`,
)

/**
 * The operator lets mail to an alias wait inside; nobody who writes to it sees a difference. What is on its way already is
 * held when its turn comes.
 */
export async function stopAlias(localPart: string): Promise<Outcome> {
  const shards = shardsIn('alias', localPart, 'base32')
  return (await sql.query(STOP, [aliasIndex(localPart), newBounceId(shards[0] ?? 0), shards]))[0] ?? { found: 0, changed: 0 }
}

/** What waited goes on, unless something else holds it. */
export const startAlias = async (localPart: string): Promise<Outcome> =>
  (await sql.query(START, [aliasIndex(localPart), shardsIn('alias', localPart, 'base32')]))[0] ?? { found: 0, changed: 0 }
