import { type Queryable, readBytes, spanning, sql, statement, togetherOnPrimary } from '#lib/core/db'
import { isId } from '#lib/core/random-id'
import { type Shard, shardOf } from '#lib/core/shard'
import type { HeldFor } from '../deliver/judge-sender'
import { HELD, LARGE_BYTES, OUTCOME_DAYS } from '../limits'
import { IS_HELD, MAY_DELIVER } from './alias-rules'

/** A place in the queue: `id` is unique on its shard only. */
export type QueuedMail = { shard: Shard; id: string }

export type DueMail = QueuedMail & { attempts: number }

export const keyOf = ({ shard, id }: QueuedMail) => `${shard}/${id}`

/** The lists for `unnest` of many. */
const listed = (mails: readonly QueuedMail[]): unknown[] => [mails.map(({ shard }) => shard), mails.map(({ id }) => id)]

const TAKE_DUE = spanning<DueMail>(
  'take_due_forwarded_mails',
  `UPDATE forwarded_mails SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => $2)
   WHERE (shard, id) IN (
     SELECT shard, id FROM forwarded_mails WHERE next_attempt_at <= clock_timestamp() AND expires_at > clock_timestamp()
     ORDER BY next_attempt_at FOR UPDATE SKIP LOCKED LIMIT $1
   )
   RETURNING shard, id, attempts`,
)

/** Mails that are due, leased: nobody else takes them until the lease is over. */
export const takeDueMails = (limit: number, leaseSeconds: number) => sql.query(TAKE_DUE, [limit, leaseSeconds])

const EXTEND_LEASES = statement<object>(
  'extend_forwarded_mail_leases',
  `UPDATE forwarded_mails f SET next_attempt_at = clock_timestamp() + make_interval(secs => $3)
   FROM unnest($1::smallint[], $2::bigint[]) AS held (shard, id)
   WHERE f.shard = held.shard AND f.id = held.id AND f.next_attempt_at IS NOT NULL`,
)

export const extendLeases = (mails: QueuedMail[], leaseSeconds: number) => sql.query(EXTEND_LEASES, [...listed(mails), leaseSeconds])

export type OpenMail = QueuedMail & {
  message_id: string
  /** Which copy of the message. */
  nth: number
  head_sealed: Buffer
  message_key_id: string
  first_chunk: Buffer
  /** As it came in. */
  bytes: number
  test_id: string | null
  is_held: boolean
  app_id: string | null
  app_name: string | null
  mail_domains: string[] | null
  /** What becomes of mail from elsewhere, if the person chose that. */
  other_mail: string | null
  /** Whether what is marked has a line above its text too. */
  marks_text: boolean | null
  is_released: boolean
  pair_sealed: Buffer | null
  bounce_id: string | null
  user_id: string | null
  email_sealed: Buffer
  profile_sealed: Buffer
  data_key_sealed: Buffer
  user_key_id: string
  /** Whether the person wants to see who writes to this alias, or blocked somebody there. */
  minds_sender: boolean
}

// The address and the right to deliver are those of this very moment.
const OPEN = statement<OpenMail>(
  'open_forwarded_mails',
  `SELECT f.shard, f.id, f.message_id, f.nth, m.head_sealed, m.master_key_id AS message_key_id, m.bytes, c.content_sealed AS first_chunk, f.test_id,
     s.app_id, a.name AS app_name, a.mail_domains, s.other_mail, s.marks_text, f.is_released, s.pair_sealed, t.bounce_id, u.id AS user_id, u.email_sealed, u.profile_sealed, u.data_key_sealed,
     u.master_key_id AS user_key_id, ${IS_HELD} AS is_held,
     coalesce(s.keeps_senders OR EXISTS (SELECT FROM alias_senders b WHERE b.shard = s.shard AND b.user_id = s.user_id AND b.app_id = s.app_id AND b.blocked_at IS NOT NULL), false)
       AS minds_sender
   FROM unnest($1::smallint[], $2::bigint[]) AS asked (shard, id)
   JOIN forwarded_mails f ON f.shard = asked.shard AND f.id = asked.id
   JOIN forwarded_messages m ON m.shard = f.shard AND m.id = f.message_id AND m.nth = f.nth
   JOIN forwarded_chunks c ON c.shard = f.shard AND c.message_id = m.id AND c.nth = f.nth AND c.position = 0
   LEFT JOIN grants g ON g.shard = f.shard AND g.id = f.grant_id
   LEFT JOIN subjects s ON s.shard = g.shard AND s.user_id = g.user_id AND s.app_id = g.app_id
   LEFT JOIN apps a ON a.id = g.app_id
   LEFT JOIN alias_traffic t ON t.shard = g.shard AND t.user_id = g.user_id AND t.app_id = g.app_id
   LEFT JOIN users u ON u.shard = g.shard AND u.id = g.user_id
   WHERE (f.grant_id IS NULL OR (${MAY_DELIVER}))`,
)

/** @returns undefined when the mail is gone or its alias may not deliver any more */
export const openMail = ({ shard, id }: QueuedMail) => openByKey(keyOf({ shard, id }))

const mailOf = (key: string): QueuedMail => {
  const [shard = '', id = ''] = key.split('/')
  return { shard: Number(shard), id }
}

const openByKey = togetherOnPrimary(
  async (keys: string[]) => new Map((await sql.query(OPEN, listed(keys.map(mailOf)))).map((mail) => [keyOf(mail), mail])),
  (key) => mailOf(key).shard,
)

/** Until when a message `m` is held. */
export const heldUntil = (m: string) => `${m}.created_at + make_interval(secs => ${HELD.seconds})`

const PIECE_BYTES = 32 * 1024

/** A copy of a message: one for each who gets it, beside what else is theirs. */
export type MessageCopy = { shard: Shard; message_id: string; nth: number }

/** @param take is given the sealed chunk piece by piece, each there only while it runs */
export async function readChunk({ shard, message_id: messageId, nth }: MessageCopy, position: number, take: (piece: Buffer) => void): Promise<void> {
  if (!isId('msg', messageId) || ![shard, nth, position].every(Number.isSafeInteger)) throw new Error('not a chunk of a message')
  const rows = await readBytes(
    `SELECT substring(c.content_sealed FROM n FOR ${PIECE_BYTES})
     FROM forwarded_chunks c CROSS JOIN LATERAL generate_series(1, octet_length(c.content_sealed), ${PIECE_BYTES}) n
     WHERE c.shard = ${shard} AND c.message_id = '${messageId}' AND c.nth = ${nth} AND c.position = ${position}`,
    take,
  )
  if (rows === 0) throw new Error('a chunk of a message is gone')
}

/** Notes what became of the rows of `from`, so that `mail find` can tell. */
const outcome = (word: string, code: string, from: string) =>
  `INSERT INTO mail_outcomes (shard, message_id, mail_id, outcome, code, attempts, expires_at)
     SELECT shard, message_id, id, '${word}', ${code}, attempts, clock_timestamp() + interval '${OUTCOME_DAYS} days' FROM ${from} ON CONFLICT DO NOTHING`

const DELIVERED = statement<object>(
  'forwarded_mails_delivered',
  `WITH gone AS (
     DELETE FROM forwarded_mails f USING unnest($1::smallint[], $2::bigint[]) AS asked (shard, id), forwarded_messages m
     WHERE f.shard = asked.shard AND f.id = asked.id AND m.shard = f.shard AND m.id = f.message_id AND m.nth = f.nth
     RETURNING f.shard, f.id, f.message_id, f.attempts, f.grant_id, f.test_id, m.bytes
   ), noted AS (
     ${outcome('forwarded', 'NULL', 'gone')}
   ), sums AS (
     SELECT g.shard, g.user_id, g.app_id, count(*)::int AS mails, max(gone.bytes) FILTER (WHERE gone.bytes >= ${LARGE_BYTES}) AS large
     FROM gone JOIN grants g ON g.shard = gone.shard AND g.id = gone.grant_id GROUP BY 1, 2, 3 ORDER BY 2, 3
   ), counted AS (
     UPDATE alias_traffic t SET forwarded_count = t.forwarded_count + sums.mails, last_forwarded_at = clock_timestamp(),
       large_bytes = coalesce(sums.large, t.large_bytes)
     FROM sums WHERE t.shard = sums.shard AND t.user_id = sums.user_id AND t.app_id = sums.app_id
   )
   UPDATE test_mails SET delivered_at = clock_timestamp() WHERE (shard, id) IN (SELECT shard, test_id FROM gone)`,
)

export const markDelivered = (mails: QueuedMail[], on: Queryable = sql) => on.query(DELIVERED, listed(mails))

const POSTPONED = statement<object>(
  'forwarded_mail_postponed',
  `WITH waiting AS (
     UPDATE forwarded_mails SET next_attempt_at = clock_timestamp() + make_interval(secs => $2), last_problem = $3 WHERE shard = $4 AND id = $1
     RETURNING shard, grant_id, test_id
   ), told AS (
     UPDATE alias_traffic t SET last_problem = $3, last_problem_at = clock_timestamp()
     FROM waiting JOIN grants g ON g.shard = waiting.shard AND g.id = waiting.grant_id WHERE t.shard = g.shard AND t.user_id = g.user_id AND t.app_id = g.app_id
   )
   UPDATE test_mails SET problem = $3 WHERE (shard, id) IN (SELECT shard, test_id FROM waiting)`,
)

export const postpone = ({ shard, id }: QueuedMail, seconds: number, code: string) => sql.query(POSTPONED, [id, seconds, code, shard])

const FAILED = `gone AS (DELETE FROM forwarded_mails WHERE %s RETURNING shard, id, message_id, attempts, grant_id, test_id), noted AS (
     ${outcome('given_up', '$1', 'gone')}
   ), told AS (
     UPDATE alias_traffic t SET last_problem = $1, last_problem_at = clock_timestamp()
     FROM gone JOIN grants g ON g.shard = gone.shard AND g.id = gone.grant_id WHERE t.shard = g.shard AND t.user_id = g.user_id AND t.app_id = g.app_id
   ), tested AS (UPDATE test_mails SET problem = $1 WHERE (shard, id) IN (SELECT shard, test_id FROM gone))
   SELECT message_id FROM gone`

const FAIL = statement<object>('forwarded_mail_failed', `WITH ${FAILED.replace('%s', 'shard = $3 AND id = $2')}`)

/** Gives a mail up and tells its person why, as a code. */
export const markFailed = ({ shard, id }: QueuedMail, code: string) => sql.query(FAIL, [code, id, shard])

const EXPIRE = spanning<{ message_id: string }>(
  'expire_forwarded_mails',
  `WITH due AS (SELECT shard, id FROM forwarded_mails WHERE expires_at <= clock_timestamp() LIMIT 1000 FOR UPDATE SKIP LOCKED),
   ${FAILED.replace('%s', '(shard, id) IN (SELECT shard, id FROM due)')}`,
)

/** Gives up what is too old. @returns which */
export const expireQueuedMails = (code: string) => sql.query(EXPIRE, [code])

const DROP = statement<object>(
  'drop_forwarded_mail',
  `WITH gone AS (DELETE FROM forwarded_mails WHERE shard = $2 AND id = $1 RETURNING shard, id, message_id, attempts) ${outcome('dropped', 'NULL', 'gone')}`,
)

/** Removes a mail whose alias may not deliver any more. */
export const dropMail = ({ shard, id }: QueuedMail) => sql.query(DROP, [id, shard])

// Unless what holds it is resumed at this very moment.
const HOLD = statement<object>(
  'hold_forwarded_mail',
  `WITH held AS (
     SELECT t.user_id, t.app_id FROM forwarded_mails f JOIN grants g ON g.shard = f.shard AND g.id = f.grant_id
     JOIN alias_traffic t ON t.shard = g.shard AND t.user_id = g.user_id AND t.app_id = g.app_id JOIN apps a ON a.id = g.app_id
     WHERE f.shard = $2 AND f.id = $1 AND ${IS_HELD} FOR SHARE OF g, t, a
   )
   UPDATE forwarded_mails f SET next_attempt_at = NULL, attempts = attempts - 1, expires_at = ${heldUntil('m')}
   FROM forwarded_messages m, held WHERE f.shard = $2 AND f.id = $1 AND m.shard = f.shard AND m.id = f.message_id AND m.nth = f.nth`,
)

const HOLD_FOR_LOOK = statement<object>(
  'hold_forwarded_mail_for_look',
  `UPDATE forwarded_mails f SET next_attempt_at = NULL, attempts = attempts - 1, held_for = $2, expires_at = ${heldUntil('m')}
   FROM forwarded_messages m WHERE f.shard = $3 AND f.id = $1 AND m.shard = f.shard AND m.id = f.message_id AND m.nth = f.nth`,
)

/** Leaves a mail until its person has looked at it. */
export const holdForLook = ({ shard, id }: QueuedMail, why: HeldFor) => sql.query(HOLD_FOR_LOOK, [id, why, shard])

/** Leaves a mail until what holds it is resumed. */
export const holdMail = ({ shard, id }: QueuedMail) => sql.query(HOLD, [id, shard])

// The newest stay: what somebody still waits for is mostly among them.
const TRIM_HELD = statement<{ message_id: string }>(
  'trim_held_mails',
  `WITH held AS (
     SELECT f.shard, f.id, row_number() OVER newest AS mails, sum(m.bytes) OVER newest AS bytes
     FROM unnest($2::smallint[], $3::text[]) AS asked (shard, grant_id) JOIN forwarded_mails f ON f.shard = asked.shard AND f.grant_id = asked.grant_id
     JOIN forwarded_messages m ON m.shard = f.shard AND m.id = f.message_id AND m.nth = f.nth
     WHERE f.next_attempt_at IS NULL
     WINDOW newest AS (PARTITION BY f.grant_id ORDER BY f.id DESC)
   ), ${FAILED.replace('%s', `(shard, id) IN (SELECT shard, id FROM held WHERE mails > ${HELD.mails} OR bytes > ${HELD.bytes})`)}`,
)

/** Gives up the oldest of what is held for these aliases beyond what one alias may have waiting. */
export const trimHeldMails = (grantIds: string[]) => sql.query(TRIM_HELD, ['too-much-held', grantIds.map(shardOf), grantIds])

const REWRITTEN = statement<object>('test_mail_rewritten', `UPDATE test_mails SET rewritten_at = clock_timestamp() WHERE shard = $2 AND id = $1`)

export const markRewritten = (testId: string) => sql.query(REWRITTEN, [testId, shardOf(testId)])
