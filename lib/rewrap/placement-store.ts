import { type Queryable, statement } from '#lib/core/db'
import type { Shard } from '#lib/core/shard'
import type { StoredSubject } from '#lib/subjects/sealed-subject'
import { NOWHERE } from './unsealed-store'

export type UnplacedPerson = { id: string; data_key_sealed: Buffer; master_key_id: string }

const FIND = statement<UnplacedPerson>(
  'find_unplaced_people',
  `SELECT id, data_key_sealed, master_key_id FROM users WHERE shard = ${NOWHERE} ORDER BY id LIMIT $1 FOR UPDATE`,
)

export const findUnplaced = (tx: Queryable, limit: number) => tx.query(FIND, [limit])

const PLACE = statement<object>('place_person', `UPDATE users SET shard = $2 WHERE shard = ${NOWHERE} AND id = $1`)

const PLACE_WORK = statement<object>(
  'place_work',
  `UPDATE queued_jobs SET shard = $2 WHERE shard = ${NOWHERE}
   AND (payload->>'user' = $1 OR payload->>'mail' = $1 OR payload->>'mail' IN (SELECT id FROM outgoing_mails WHERE shard = $2 AND user_id = $1))`,
)

const LET_DIFFER = statement<object>('defer_forwarded_mails', 'SET CONSTRAINTS forwarded_mails_shard_message_id_nth_fkey DEFERRED')

const PLACE_MESSAGES = statement<object>(
  'place_forwarded_messages',
  `UPDATE forwarded_messages m SET shard = $2 FROM grants g JOIN forwarded_mails f ON f.shard = g.shard AND f.grant_id = g.id
   WHERE g.shard = $2 AND g.user_id = $1 AND m.shard = ${NOWHERE} AND m.id = f.message_id AND m.nth = f.nth`,
)

/** Gives a person their shard; their rows follow by their keys, and their work and what was written to them by this. */
export async function placePerson(tx: Queryable, userId: string, shard: Shard): Promise<void> {
  await tx.query(LET_DIFFER, [])
  await tx.query(PLACE, [userId, shard])
  await tx.query(PLACE_WORK, [userId, shard])
  await tx.query(PLACE_MESSAGES, [userId, shard])
}

const FIND_APPS = statement<{ app_id: string; grant_id: string | null }>(
  'find_apps_of_placed_person',
  `SELECT s.app_id, g.id AS grant_id FROM subjects s LEFT JOIN grants g ON g.shard = s.shard AND g.user_id = s.user_id AND g.app_id = s.app_id
   WHERE s.shard = $2 AND s.user_id = $1`,
)

export const findAppsOf = (tx: Queryable, userId: string, shard: Shard) => tx.query(FIND_APPS, [userId, shard])

const REISSUE_SUBJECT = statement<object>(
  'reissue_subject',
  `WITH spent AS (
     INSERT INTO spent_aliases (shard, alias_hash) SELECT shard, alias_index FROM subjects WHERE shard = $6 AND user_id = $1 AND app_id = $2 ON CONFLICT DO NOTHING
   )
   UPDATE subjects SET pair_sealed = $3, sub_index = $4, alias_index = $5 WHERE shard = $6 AND user_id = $1 AND app_id = $2`,
)

/** Another `sub` and alias in place of those of before; nobody is given the old alias again. */
export const reissueSubject = (tx: Queryable, userId: string, shard: Shard, appId: string, { pairSealed, subIndex, aliasIndex }: StoredSubject) =>
  tx.query(REISSUE_SUBJECT, [userId, appId, pairSealed, subIndex, aliasIndex, shard])

const FIND_MAILS = statement<{ id: string }>(
  'find_unplaced_mails',
  `SELECT id FROM outgoing_mails WHERE shard = ${NOWHERE} AND user_id IS NULL ORDER BY id LIMIT $1 FOR UPDATE`,
)

export const findUnplacedMails = async (tx: Queryable, limit: number) => (await tx.query(FIND_MAILS, [limit])).map(({ id }) => id)

const PLACE_MAIL = statement<object>('place_mail', `UPDATE outgoing_mails SET shard = $2 WHERE shard = ${NOWHERE} AND id = $1`)

export async function placeMail(tx: Queryable, id: string, shard: Shard): Promise<void> {
  await tx.query(PLACE_MAIL, [id, shard])
  await tx.query(PLACE_WORK, [id, shard])
}

const FIND_SESSIONS = statement<{ id: string }>(
  'find_unplaced_verifications',
  `SELECT id FROM verification_sessions WHERE shard = ${NOWHERE} ORDER BY id LIMIT $1 FOR UPDATE`,
)

export const findUnplacedSessions = async (tx: Queryable, limit: number) => (await tx.query(FIND_SESSIONS, [limit])).map(({ id }) => id)

const PLACE_SESSION = statement<object>('place_verification', `UPDATE verification_sessions SET shard = $2 WHERE shard = ${NOWHERE} AND id = $1`)

/** What hangs on it follows by its keys. */
export const placeSession = (tx: Queryable, id: string, shard: Shard) => tx.query(PLACE_SESSION, [id, shard])

const RENAME_BOUNCES = statement<object>(
  'rename_bounces',
  `UPDATE alias_traffic SET bounce_id = $4 WHERE shard = $3 AND user_id = $1 AND app_id = $2`,
)

/** Mail that left before comes back to nobody. */
export const renameBounces = (tx: Queryable, userId: string, appId: string, shard: Shard, bounceId: string) =>
  tx.query(RENAME_BOUNCES, [userId, appId, shard, bounceId])

const RENAME_GRANT = statement<object>(
  'rename_grant',
  `WITH told AS (UPDATE outgoing_events SET shard = $3, grant_id = $2 WHERE shard = ${NOWHERE} AND grant_id = $1)
   UPDATE grants SET id = $2 WHERE shard = $3 AND id = $1`,
)

export const renameGrant = (tx: Queryable, id: string, to: string, shard: Shard) => tx.query(RENAME_GRANT, [id, to, shard])
