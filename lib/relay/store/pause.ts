import { type Queryable, sql, statement, transaction } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { bounceShards } from '../bounce/bounce-address'
import { ALIASES_IN_DOUBT, KEEP_SECONDS, PAUSE_AFTER } from '../limits'
import { heldUntil } from './deliver'

const TELL = statement<object>(
  'tell_bounce',
  `UPDATE alias_traffic SET last_problem = $2, last_problem_at = clock_timestamp() WHERE shard = ANY($3::smallint[]) AND bounce_id = $1`,
)

/** Shows a bounce at the alias whose mail came back. */
export const tellBounce = (bounceId: string, code: string) => sql.query(TELL, [bounceId, code, bounceShards(bounceId)])

const RECENT = `ARRAY(SELECT a FROM unnest(t.hard_bounces_at) a WHERE a > clock_timestamp() - interval '${PAUSE_AFTER.days} days')`

// The third failure in seven days pauses this alias and what waits for it; what is being delivered at this moment is held
// when its turn comes again. The other aliases of the person go on.
const RECORD_BOUNCE = statement<{ is_new: boolean }>(
  'record_hard_bounce',
  `WITH before AS (
     SELECT shard, user_id, app_id, paused_at FROM alias_traffic WHERE shard = ANY($3::smallint[]) AND bounce_id = $1 FOR UPDATE
   ), bounced AS (
     UPDATE alias_traffic t SET last_problem = $2, last_problem_at = clock_timestamp(),
       hard_bounces_at = array_append(${RECENT}, clock_timestamp()),
       paused_at = coalesce(t.paused_at, CASE WHEN cardinality(${RECENT}) + 1 >= ${PAUSE_AFTER.hardBounces} THEN clock_timestamp() END)
     FROM before WHERE t.shard = before.shard AND t.user_id = before.user_id AND t.app_id = before.app_id
     RETURNING t.shard, t.user_id, t.app_id, before.paused_at IS NULL AND t.paused_at IS NOT NULL AS is_new
   ), held AS (
     UPDATE forwarded_mails f SET next_attempt_at = NULL, expires_at = ${heldUntil('m')}
     FROM bounced b, grants g, forwarded_messages m
     WHERE b.is_new AND g.shard = b.shard AND g.user_id = b.user_id AND g.app_id = b.app_id AND f.shard = g.shard AND f.grant_id = g.id
       AND m.shard = f.shard AND m.id = f.message_id AND m.nth = f.nth
   ), told AS (
     INSERT INTO activity_events (shard, user_id, app_id, action) SELECT shard, user_id, app_id, 'alias.paused' FROM bounced WHERE is_new
   ), asked AS (
     INSERT INTO activity_events (shard, user_id, action) SELECT b.shard, b.user_id, 'mailbox.in_doubt' FROM bounced b
     WHERE b.is_new AND ${ALIASES_IN_DOUBT} - 1 = (
       SELECT count(*) FROM alias_traffic o WHERE o.shard = b.shard AND o.user_id = b.user_id AND o.app_id <> b.app_id AND o.paused_at IS NOT NULL)
   )
   SELECT is_new FROM bounced`,
)

/** Counts an answer that says there is no such mailbox. @returns whether it paused the alias */
export async function recordHardBounce(bounceId: string, code: string): Promise<boolean> {
  return (await sql.query(RECORD_BOUNCE, [bounceId, code, bounceShards(bounceId)]))[0]?.is_new === true
}

const UNPAUSE = statement<{ app_id: string }>(
  'unpause_aliases',
  `UPDATE alias_traffic SET paused_at = NULL, hard_bounces_at = '{}'
   WHERE shard = $3 AND user_id = $1 AND paused_at IS NOT NULL AND ($2::text IS NULL OR app_id = $2) RETURNING app_id`,
)

const FIND_GRANTS = statement<{ id: string }>(
  'find_grants_of_aliases',
  `SELECT g.id FROM grants g WHERE g.shard = $3 AND g.user_id = $1 AND g.app_id = ANY($2::text[])`,
)

const RELEASE = statement<object>(
  'release_held_mails',
  `UPDATE forwarded_mails f SET next_attempt_at = clock_timestamp(), expires_at = clock_timestamp() + make_interval(secs => ${KEEP_SECONDS})
   WHERE f.shard = $2 AND f.grant_id = ANY($1::text[]) AND f.next_attempt_at IS NULL AND f.held_for IS NULL`,
)

// The person says that their address is right: what came back of our own mail is no sign any more.
const TRUST = statement<object>(
  'trust_mailbox',
  `UPDATE outgoing_mails SET bounced_at = NULL WHERE shard = $2 AND user_id = $1 AND bounced_at IS NOT NULL RETURNING 1`,
)

const TELL_RESUMED = statement<object>(
  'tell_resumed',
  `INSERT INTO activity_events (shard, user_id, app_id, action) SELECT $3::smallint, $1, $2, CASE WHEN $2::text IS NULL THEN 'mailbox.resumed' ELSE 'alias.resumed' END`,
)

/**
 * Starts forwarding again, with what was held. Two statements: mail that came in while the first one waited for its turn
 * is held too, and only the second one sees it.
 * @param appId of the alias; null for all aliases of the person
 * @returns whether anything was paused
 */
export const resumeForwarding = (userId: string, appId: string | null): Promise<boolean> =>
  transaction(async (tx: Queryable) => {
    const resumed = await tx.query(UNPAUSE, [userId, appId, shardOf(userId)])
    const trusted = appId === null ? await tx.query(TRUST, [userId, shardOf(userId)]) : []
    if (resumed.length + trusted.length === 0) return false
    const grants = await tx.query(FIND_GRANTS, [userId, resumed.map((row) => row.app_id), shardOf(userId)])
    await tx.query(RELEASE, [grants.map(({ id }) => id), shardOf(userId)])
    await tx.query(TELL_RESUMED, [userId, appId, shardOf(userId)])
    return true
  })

const IS_IN_DOUBT = statement<{ in_doubt: boolean }>(
  'is_mailbox_in_doubt',
  `SELECT count(*) >= ${ALIASES_IN_DOUBT} OR EXISTS (SELECT FROM outgoing_mails m WHERE m.shard = $2 AND m.user_id = $1 AND m.bounced_at IS NOT NULL) AS in_doubt
   FROM alias_traffic WHERE shard = $2 AND user_id = $1 AND paused_at IS NOT NULL`,
)

/** Whether so many aliases are paused, or a mail of ours came back so, that the person is asked whether their address still holds. */
export const isMailboxInDoubt = async (userId: string) => (await sql.query(IS_IN_DOUBT, [userId, shardOf(userId)]))[0]?.in_doubt === true
