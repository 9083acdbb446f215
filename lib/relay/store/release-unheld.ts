import { spanning, sql } from '#lib/core/db'
import { KEEP_SECONDS } from '../limits'
import { IS_HELD } from './alias-rules'

const AT_ONCE = 500

const RELEASE = spanning<object>(
  'release_unheld_mails',
  `UPDATE forwarded_mails SET next_attempt_at = clock_timestamp(), expires_at = clock_timestamp() + make_interval(secs => ${KEEP_SECONDS})
   WHERE (shard, id) IN (
     SELECT f.shard, f.id FROM forwarded_mails f JOIN grants g ON g.shard = f.shard AND g.id = f.grant_id JOIN apps a ON a.id = g.app_id
     LEFT JOIN alias_traffic t ON t.shard = g.shard AND t.user_id = g.user_id AND t.app_id = g.app_id
     WHERE f.next_attempt_at IS NULL AND f.held_for IS NULL AND NOT coalesce(${IS_HELD}, false)
     LIMIT ${AT_ONCE} FOR UPDATE OF f SKIP LOCKED)
   RETURNING 1`,
)

/**
 * A turn of the worker: what waits inside and is held by nothing any more goes on. Whoever resumes an app or a company need not
 * find each mail that came in at that very moment.
 */
export async function releaseUnheld(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await sql.query(RELEASE, [])).length === AT_ONCE);
}
