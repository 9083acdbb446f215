import { type Queryable, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { type EndedBy, remember, rememberFamily } from './ended-store'
import { isNotOver } from './live'
import { isHidden } from './shown'
import { SPREAD } from './spread'

/** Takes grants away with all that was issued under them, remembers how that ended, and tells it in the person's history. */
const ending = (name: string, condition: string, by: EndedBy, action: string) =>
  statement<{ id: string; user_id: string; app_id: string; is_hidden: boolean }>(
    name,
    `WITH gone AS (DELETE FROM grants WHERE ${condition} RETURNING shard, id, user_id, app_id, ${isHidden('grants')} AS is_hidden), ${rememberFamily('gone', by)}, told AS (
       INSERT INTO activity_events (shard, user_id, app_id, action) SELECT shard, user_id, app_id, '${action}' FROM gone
     )
     SELECT id, user_id, app_id, is_hidden FROM gone`,
  )

const WITHDRAW = ending('withdraw_grant', 'shard = $3 AND user_id = $1 AND app_id = $2', 'withdrawn', 'app.access_withdrawn')
const END_REPLAYED = ending('end_replayed_grant', 'shard = $2 AND id = $1', 'replayed', 'app.replay_detected')

/** @returns what it was, or null when there was none */
export const deleteWithdrawn = async (tx: Queryable, userId: string, appId: string) =>
  (await tx.query(WITHDRAW, [userId, appId, shardOf(userId)]))[0] ?? null

// Taken back in advance, on the day it was given.
const IS_OVER = 'ends_at <= clock_timestamp()'

const END_OVER = ending('end_over_grant', `shard = $3 AND user_id = $1 AND app_id = $2 AND ${IS_OVER}`, 'withdrawn', 'app.access_ended')
// Whose account is about to be deleted: the company takes it for withdrawn already, or will.
const END_DUE = {
  ...ending(
    'end_due_grants',
    // Of whichever shard: each ends its own.
    `(shard, id) IN (SELECT shard, id FROM grants WHERE ${IS_OVER} AND suspended_at IS NULL ORDER BY ends_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    'withdrawn',
    'app.access_ended',
  ),
  spans: true as const,
}

export const deleteOver = (tx: Queryable, userId: string, appId: string) => tx.query(END_OVER, [userId, appId, shardOf(userId)])

/** @returns what they were, a hundred at most */
export const deleteDue = (tx: Queryable) => tx.query(END_DUE, [])

export const deleteReplayed = async (tx: Queryable, grantId: string) => (await tx.query(END_REPLAYED, [grantId, shardOf(grantId)]))[0] ?? null

// Of somebody who is forgotten nothing is remembered, and their history goes with them.
const ERASE = statement<{ id: string; user_id: string; app_id: string; told_from: Date; is_told: boolean }>(
  'erase_grants',
  `DELETE FROM grants WHERE shard = $2 AND user_id = $1
   RETURNING id, user_id, app_id, clock_timestamp() + ${SPREAD} AS told_from, hidden_from IS NOT NULL AS is_told`,
)

export const deleteErased = (tx: Queryable, userId: string) => tx.query(ERASE, [userId, shardOf(userId)])

const NARROW = statement<{ id: string; granted_scopes: string[] }>(
  'narrow_grant',
  `WITH narrowed AS (
     UPDATE grants SET granted_scopes = array_remove(granted_scopes, $3::text),
       declined_scopes = ARRAY(SELECT unnest(declined_scopes) UNION SELECT $3::text ORDER BY 1)
     WHERE shard = $4 AND user_id = $1 AND app_id = $2 AND $3::text = ANY(granted_scopes) RETURNING shard, id, user_id, app_id, granted_scopes
   ), told AS (
     INSERT INTO activity_events (shard, user_id, app_id, action, detail)
     SELECT shard, user_id, app_id, 'app.scope_withdrawn', jsonb_build_object('scopes', jsonb_build_array($3::text)) FROM narrowed
   )
   SELECT id, granted_scopes FROM narrowed`,
)

/** @returns the grant as it is now, or null when the scope was not granted */
export const narrow = async (tx: Queryable, userId: string, appId: string, scope: string) =>
  (await tx.query(NARROW, [userId, appId, scope, shardOf(userId)]))[0] ?? null

const HIDE_EVIDENCE = statement<object>(
  'hide_evidence',
  `WITH narrowed AS (
     UPDATE grants SET evidence_granted = false WHERE shard = $3 AND user_id = $1 AND app_id = $2 AND evidence_granted RETURNING shard, user_id, app_id
   )
   INSERT INTO activity_events (shard, user_id, app_id, action) SELECT shard, user_id, app_id, 'app.scope_withdrawn' FROM narrowed RETURNING id`,
)

/** @returns whether it was let */
export const hideEvidence = async (tx: Queryable, userId: string, appId: string) =>
  (await tx.query(HIDE_EVIDENCE, [userId, appId, shardOf(userId)])).length === 1

// A statement of its own: whatever an exchange issued while the grant was waited for must be seen.
const END_UNGRANTED = statement<object>(
  'end_what_is_no_longer_granted',
  `WITH gone AS (
     DELETE FROM refresh_tokens WHERE shard = $3 AND grant_id = $1 AND NOT 'offline_access' = ANY($2::text[]) RETURNING shard, token_hash AS secret_hash
   ), ${remember('gone', 'narrowed')}
   SELECT FROM gone`,
)

const END_UNGRANTED_MAIL = statement<object>('end_mail_no_longer_granted', 'DELETE FROM forwarded_mails WHERE shard = $2 AND grant_id = $1')

export async function deleteUngranted(tx: Queryable, grantId: string, granted: string[]): Promise<void> {
  await tx.query(END_UNGRANTED, [grantId, granted, shardOf(grantId)])
  if (!granted.includes('email')) await tx.query(END_UNGRANTED_MAIL, [grantId, shardOf(grantId)])
}

// What the app is told of is the end of the sessions it knows, and nothing of others.
const END_VISITS = statement<object>(
  'end_session_visits',
  `WITH gone AS (DELETE FROM session_visits WHERE shard = $4 AND user_id = $1 AND app_id = $2 RETURNING shard, user_id, app_id, sid)
   INSERT INTO queued_jobs (shard, kind, payload, run_at)
   SELECT shard, 'back-channel-logout', jsonb_build_object('user', user_id, 'app', app_id, 'sid', sid), coalesce($3::timestamptz, clock_timestamp()) FROM gone`,
)

/** The app no longer knows the person's sessions. @param when it is told, if not now */
export const endVisits = (tx: Queryable, userId: string, appId: string, when: Date | null) =>
  tx.query(END_VISITS, [userId, appId, when, shardOf(userId)])

export type Told = { id: string; user_id: string; app_id: string; granted_scopes: string[]; hidden_from: Date | null; hidden_until: Date | null }

/** Why all consents of a person rest, and what their history says of it. */
const SUSPENSIONS = {
  deletion: { begun: 'account.deletion_requested', over: 'account.deletion_called_off' },
  operator: { begun: 'account.suspended_by_operator', over: 'account.resumed_by_operator' },
} as const

export type Suspension = keyof typeof SUSPENSIONS

// One that its person gave for a time is over for the company then, as ever; one that is over already ends as ever too.
const SUSPEND = statement<Told>(
  'suspend_grants',
  `WITH told AS (INSERT INTO activity_events (shard, user_id, action) VALUES ($3, $1, $2))
   UPDATE grants SET suspended_at = clock_timestamp(),
     hidden_from = CASE WHEN ${isHidden('grants')} THEN hidden_from ELSE least(clock_timestamp() + ${SPREAD}, ends_at) END,
     hidden_until = NULL
   WHERE shard = $3 AND user_id = $1 AND ${isNotOver('grants')} RETURNING id, user_id, app_id, granted_scopes, CASE WHEN hidden_from > clock_timestamp() THEN hidden_from END AS hidden_from, hidden_until`,
)

/** @returns consents with the moment from which they are hidden; null where they are already */
export const suspend = (tx: Queryable, userId: string, why: Suspension) => tx.query(SUSPEND, [userId, SUSPENSIONS[why].begun, shardOf(userId)])

const RESTORE = statement<Told>(
  'restore_grants',
  `WITH told AS (INSERT INTO activity_events (shard, user_id, action) VALUES ($3, $1, $2))
   UPDATE grants SET suspended_at = NULL,
     hidden_from = CASE WHEN hidden_from <= clock_timestamp() THEN hidden_from END,
     hidden_until = CASE WHEN hidden_from <= clock_timestamp() THEN clock_timestamp() + ${SPREAD} END
   WHERE shard = $3 AND user_id = $1 AND suspended_at IS NOT NULL RETURNING id, user_id, app_id, granted_scopes, hidden_from, hidden_until`,
)

const HIDE = statement<{ hidden_until: Date }>(
  'hide_returned_grant',
  `UPDATE grants SET hidden_from = clock_timestamp(), hidden_until = clock_timestamp() + ${SPREAD} WHERE shard = $2 AND id = $1 RETURNING hidden_until`,
)

/** Its company was told of the suspension at the very moment in which it was called off. @returns when it is told of the return */
export const hideReturned = async (tx: Queryable, grantId: string) => (await tx.query(HIDE, [grantId, shardOf(grantId)]))[0]?.hidden_until ?? null

const FIND_UNPAUSED = statement<{ id: string }>(
  'find_grants_of_unpaused_aliases',
  `SELECT g.id FROM grants g WHERE g.shard = $2 AND g.user_id = $1
     AND NOT EXISTS (SELECT FROM alias_traffic t WHERE t.shard = g.shard AND t.user_id = g.user_id AND t.app_id = g.app_id AND t.paused_at IS NOT NULL)`,
)

// As long as any other mail that is tried again. What is paused meanwhile is held when its turn comes.
const DELIVER_WAITING = statement<object>(
  'deliver_what_waited',
  `UPDATE forwarded_mails f SET next_attempt_at = clock_timestamp(), expires_at = clock_timestamp() + interval '48 hours'
   WHERE f.shard = $2 AND f.grant_id = ANY($1::text[]) AND f.next_attempt_at IS NULL`,
)

/** @returns consents, each with the time for which it is hidden, if it is */
export async function restore(tx: Queryable, userId: string, why: Suspension): Promise<Told[]> {
  const restored = await tx.query(RESTORE, [userId, SUSPENSIONS[why].over, shardOf(userId)])
  const unpaused = await tx.query(FIND_UNPAUSED, [userId, shardOf(userId)])
  await tx.query(DELIVER_WAITING, [unpaused.map(({ id }) => id), shardOf(userId)])
  return restored
}
