import { type Queryable, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { isLive } from './live'

const REMEMBER = statement<object>(
  'remember_told_level',
  `INSERT INTO told_levels (shard, grant_id, level) SELECT g.shard, g.id, $2 FROM grants g WHERE g.shard = $3 AND g.id = $1 AND ${isLive('g')} FOR KEY SHARE
   ON CONFLICT (shard, grant_id) DO UPDATE SET level = excluded.level, next_level = NULL, next_at = NULL
     WHERE told_levels.level IS DISTINCT FROM excluded.level OR told_levels.next_at IS NOT NULL`,
)

/** The level of assurance that an app was told, so that it can be told of another one. @param level null for none */
export const rememberToldLevel = (db: Queryable, grantId: string, level: string | null) => db.query(REMEMBER, [grantId, level, shardOf(grantId)])

const PLAN = statement<object>(
  'plan_told_level',
  `UPDATE told_levels SET level = CASE WHEN next_at <= clock_timestamp() THEN next_level ELSE level END,
     next_level = $2, next_at = clock_timestamp() + $3 * interval '1 second' WHERE shard = $4 AND grant_id = $1`,
)

/** From that moment on it was told another one. @param afterSeconds null when it is told nothing after all */
export const planToldLevel = (db: Queryable, grantId: string, level: string | null, afterSeconds: number | null) =>
  db.query(PLAN, [grantId, level, afterSeconds, shardOf(grantId)])
