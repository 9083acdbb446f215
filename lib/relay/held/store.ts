import { type Queryable, spanning, sql, statement, transaction } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { KEEP_SECONDS } from '../limits'
import type { MessageCopy } from '../store/deliver'

export type HeldRow = MessageCopy & {
  held_for: string
  app_id: string
  app_name: string
  at: Date
  expires_at: Date
  head_sealed: Buffer
  master_key_id: string
}

const HELD_OF_PERSON = `FROM forwarded_mails f JOIN grants g ON g.shard = f.shard AND g.id = f.grant_id
   JOIN forwarded_messages m ON m.shard = f.shard AND m.id = f.message_id AND m.nth = f.nth JOIN apps a ON a.id = g.app_id
   WHERE g.shard = $2 AND g.user_id = $1 AND f.held_for IS NOT NULL AND f.next_attempt_at IS NULL AND f.expires_at > clock_timestamp()`

const COLUMNS =
  'f.shard, f.message_id, f.nth, f.held_for, g.app_id, a.name AS app_name, m.created_at AS at, f.expires_at, m.head_sealed, m.master_key_id'

const LIST = statement<HeldRow>('held_mails_of_person', `SELECT ${COLUMNS} ${HELD_OF_PERSON} ORDER BY f.id DESC LIMIT 200`)

/** Mail that waits for its person to look at it, the newest first. */
export const findHeldMails = (userId: string) => sql.query(LIST, [userId, shardOf(userId)])

const FIND = statement<HeldRow & { first_chunk: Buffer }>(
  'held_mail_of_person',
  `SELECT ${COLUMNS}, c.content_sealed AS first_chunk ${HELD_OF_PERSON.replace('JOIN apps', 'JOIN forwarded_chunks c ON c.shard = m.shard AND c.message_id = m.id AND c.nth = m.nth AND c.position = 0 JOIN apps')}
     AND f.message_id = $3 AND g.app_id = $4`,
)

export const findHeldMail = async (userId: string, messageId: string, appId: string) =>
  (await sql.query(FIND, [userId, shardOf(userId), messageId, appId]))[0] ?? null

const OF_ALIAS = `FROM grants g WHERE f.shard = g.shard AND f.grant_id = g.id AND g.shard = $4 AND g.user_id = $1 AND f.message_id = $2 AND g.app_id = $3
   AND f.held_for IS NOT NULL AND f.next_attempt_at IS NULL`

const RELEASE = statement<{ id: string }>(
  'release_held_mail',
  `UPDATE forwarded_mails f SET held_for = NULL, is_released = true, next_attempt_at = clock_timestamp(),
     expires_at = clock_timestamp() + make_interval(secs => ${KEEP_SECONDS}) ${OF_ALIAS} RETURNING f.id`,
)

/** @returns whether it was there */
export const releaseHeld = async (userId: string, messageId: string, appId: string): Promise<boolean> =>
  (await sql.query(RELEASE, [userId, messageId, appId, shardOf(userId)])).length > 0

const DISCARD = statement<{ id: string }>('discard_held_mail', `DELETE FROM forwarded_mails f USING ${OF_ALIAS.replace('FROM ', '')} RETURNING f.id`)

/** @returns whether it was there */
export const discardHeld = async (userId: string, messageId: string, appId: string): Promise<boolean> =>
  (await sql.query(DISCARD, [userId, messageId, appId, shardOf(userId)])).length > 0

const CHOOSE = statement<{ one: number }>(
  'choose_other_mail',
  `UPDATE subjects SET other_mail = $3, marks_text = $4
   WHERE shard = $5 AND user_id = $1 AND app_id = $2 AND (other_mail, marks_text) IS DISTINCT FROM ($3::text, $4::boolean) RETURNING 1 AS one`,
)

// What waits is judged anew, by what was chosen now.
const JUDGE_ANEW = statement<object>(
  'judge_held_mails_anew',
  `UPDATE forwarded_mails f SET held_for = NULL, next_attempt_at = clock_timestamp(), expires_at = clock_timestamp() + make_interval(secs => ${KEEP_SECONDS})
   FROM grants g WHERE f.shard = g.shard AND f.grant_id = g.id AND g.shard = $3 AND g.user_id = $1 AND g.app_id = $2 AND f.held_for IS NOT NULL AND f.next_attempt_at IS NULL`,
)

/**
 * @param choice null: as the app's domains say
 * @param marksText whether what is marked has a line above its text too
 * @returns whether anything changed
 */
export const setOtherMail = (userId: string, appId: string, choice: string | null, marksText = false): Promise<boolean> =>
  transaction(async (tx) => {
    if ((await tx.query(CHOOSE, [userId, appId, choice, marksText, shardOf(userId)])).length === 0) return false
    await tx.query(JUDGE_ANEW, [userId, appId, shardOf(userId)])
    return true
  })

export type ToTell = { id: string; email_sealed: Buffer; profile_sealed: Buffer; data_key_sealed: Buffer; master_key_id: string; held: number }

// What came since they were told last; several workers take different people.
const TAKE_TO_TELL = spanning<ToTell>(
  'take_people_to_tell_of_held_mail',
  `WITH waiting AS (
     SELECT g.shard, g.user_id, count(*)::int AS held, max(m.created_at) AS latest
     FROM forwarded_mails f JOIN grants g ON g.shard = f.shard AND g.id = f.grant_id
     JOIN forwarded_messages m ON m.shard = f.shard AND m.id = f.message_id AND m.nth = f.nth
     WHERE f.held_for IS NOT NULL AND f.next_attempt_at IS NULL AND f.expires_at > clock_timestamp() AND g.suspended_at IS NULL
     GROUP BY g.shard, g.user_id
   ), due AS (
     SELECT u.shard, u.id, w.held FROM waiting w JOIN users u ON u.shard = w.shard AND u.id = w.user_id
     WHERE u.email_confirmed_at IS NOT NULL AND u.deletion_due_at IS NULL
       AND (u.told_of_held_at IS NULL OR (u.told_of_held_at < clock_timestamp() - interval '1 day' AND u.told_of_held_at < w.latest))
     ORDER BY u.id LIMIT $1 FOR UPDATE OF u SKIP LOCKED
   )
   UPDATE users u SET told_of_held_at = clock_timestamp() FROM due WHERE u.shard = due.shard AND u.id = due.id
   RETURNING u.id, u.email_sealed, u.profile_sealed, u.data_key_sealed, u.master_key_id, due.held`,
)

/** People for whom new mail is held and who were told of none today; from now on they were. */
export const takeToTell = (tx: Queryable, most: number) => tx.query(TAKE_TO_TELL, [most])
