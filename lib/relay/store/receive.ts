import { integerField, sql, statement, textField, together, writeBytes } from '#lib/core/db'
import { shardOf, shardsIn } from '#lib/core/shard'
import { aliasIndex } from '#lib/subjects/sealed-subject'
import type { SealedChunk } from '../body/chunks'
import { bounceShards } from '../bounce/bounce-address'
import { HELD, KEEP_SECONDS, MAX_PER_ALIAS, MESSAGE_SECONDS } from '../limits'
import { IS_HELD, MAY_RECEIVE } from './alias-rules'

/** @property rejects_others whether its person wants senders that are not the app's to be told that there is no such address */
export type LiveAlias = { alias_index: Buffer; grant_id: string; is_over_rate: boolean; rejects_others: boolean }

const IS_OVER_RATE = `cardinality(ARRAY(SELECT a FROM unnest(t.accepted_at) a WHERE a > clock_timestamp() - interval '1 day')) >= ${MAX_PER_ALIAS.day}
    OR cardinality(ARRAY(SELECT a FROM unnest(t.accepted_at) a WHERE a > clock_timestamp() - interval '1 hour')) >= ${MAX_PER_ALIAS.hour}`

const FIND_LIVE_ALIASES = statement<LiveAlias>(
  'find_live_aliases',
  `SELECT s.alias_index, g.id AS grant_id, coalesce(${IS_OVER_RATE}, false) AS is_over_rate,
     s.other_mail IS NOT DISTINCT FROM 'reject' AS rejects_others
   FROM unnest($1::smallint[], $2::bytea[]) AS asked (shard, alias_index)
   JOIN subjects s ON s.shard = asked.shard AND s.alias_index = asked.alias_index
   JOIN grants g ON g.shard = s.shard AND g.user_id = s.user_id AND g.app_id = s.app_id
   LEFT JOIN alias_traffic t ON t.shard = s.shard AND t.user_id = s.user_id AND t.app_id = s.app_id
   WHERE ${MAY_RECEIVE}`,
)

const findByLocalPart = together(async (localParts: string[]) => {
  const asked = localParts.flatMap((localPart) => {
    const index = aliasIndex(localPart)
    return shardsIn('alias', localPart, 'base32').map((shard) => ({ localPart, shard, index }))
  })
  const rows = await sql.query(FIND_LIVE_ALIASES, [asked.map(({ shard }) => shard), asked.map(({ index }) => index)])
  const found = new Map(rows.map((row) => [row.alias_index.toString('hex'), row]))
  return new Map(asked.flatMap(({ localPart, index }) => [[localPart, found.get(index.toString('hex'))] as const]).filter(isFound))
})

const isFound = (entry: readonly [string, LiveAlias | undefined]): entry is [string, LiveAlias] => entry[1] !== undefined

export const findLiveAlias = async (localPart: string): Promise<LiveAlias | null> => (await findByLocalPart(localPart)) ?? null

const FIND_MAIL_DOMAINS = statement<{ mail_domains: string[] }>(
  'find_mail_domains_of_grants',
  `SELECT a.mail_domains FROM unnest($1::text[], $2::smallint[]) AS asked (grant_id, shard)
   JOIN grants g ON g.shard = asked.shard AND g.id = asked.grant_id JOIN apps a ON a.id = g.app_id`,
)

/** Of the app of each consent. */
export const findMailDomains = async (grantIds: string[]) =>
  (await sql.query(FIND_MAIL_DOMAINS, [grantIds, grantIds.map(shardOf)])).map((row) => row.mail_domains)

const IS_BOUNCE_ID = statement<{ one: number }>(
  'is_bounce_id',
  `SELECT 1 AS one FROM alias_traffic WHERE shard = ANY($2::smallint[]) AND bounce_id = $1`,
)

/** Whether an alias has this name in bounce addresses. */
export const isBounceId = async (bounceId: string) => (await sql.query(IS_BOUNCE_ID, [bounceId, bounceShards(bounceId)])).length === 1

export type NewMessage = {
  id: string
  headSealed: Buffer
  masterKeyId: string
  chunk: Buffer
  /** Of that chunk; the ones before it are stored already. */
  position: number
  bytes: number
  /** One for each alias, with what it would be called in bounce addresses if it has no name there yet. */
  grantIds: string[]
  bounceIds: string[]
  testId: string | null
  isForPostmaster: boolean
}

// Everything or nothing in one statement: the right to receive is asked again, the alias is counted, and only when all of
// them may have it the message is there. A consent withdrawn at this moment makes the foreign key refuse. Only rows of the
// aliases themselves are locked: waiting for one of the person's would show that two aliases are one person's.
const ACCEPT = statement<{ queued: number; held: number }>(
  'accept_forwarded_message',
  `WITH wanted AS (
     SELECT * FROM unnest($5::text[], $6::text[], $11::smallint[]) AS w (grant_id, bounce_id, shard)
   ), live AS (
     SELECT g.shard, w.grant_id, w.bounce_id, g.user_id, g.app_id, g.suspended_at FROM wanted w
     JOIN grants g ON g.shard = w.shard AND g.id = w.grant_id
     JOIN subjects s ON s.shard = g.shard AND s.user_id = g.user_id AND s.app_id = g.app_id
     WHERE ${MAY_RECEIVE}
   ), counted AS (
     INSERT INTO alias_traffic AS t (shard, user_id, app_id, bounce_id, accepted_at)
     SELECT shard, user_id, app_id, bounce_id, ARRAY[clock_timestamp()] FROM live ORDER BY user_id, app_id
     ON CONFLICT (shard, user_id, app_id) DO UPDATE SET accepted_at =
       array_append(ARRAY(SELECT a FROM unnest(t.accepted_at) a WHERE a > clock_timestamp() - interval '1 day'), clock_timestamp())
     WHERE NOT (${IS_OVER_RATE})
     RETURNING user_id, app_id, paused_at, stopped_at
   ), allowed AS (
     SELECT g.grant_id, ${IS_HELD} AS is_held FROM counted t JOIN live g USING (user_id, app_id) JOIN apps a ON a.id = g.app_id
     WHERE (SELECT count(*) FROM counted) = cardinality($5::text[])
     UNION ALL SELECT NULL, false WHERE $8::boolean AND (SELECT count(*) FROM counted) = cardinality($5::text[])
   ), message AS (
     INSERT INTO forwarded_messages (id, head_sealed, master_key_id, bytes, expires_at)
     SELECT $1, $2, $3, $10, clock_timestamp() + make_interval(secs => ${MESSAGE_SECONDS}) WHERE EXISTS (SELECT FROM allowed)
     ON CONFLICT (id) DO UPDATE SET head_sealed = EXCLUDED.head_sealed, master_key_id = EXCLUDED.master_key_id, bytes = EXCLUDED.bytes,
       expires_at = EXCLUDED.expires_at
     RETURNING id
   ), chunk AS (
     INSERT INTO forwarded_chunks (message_id, position, content_sealed) SELECT id, $9, $4 FROM message
   ), queued AS (
     INSERT INTO forwarded_mails (message_id, grant_id, test_id, next_attempt_at, expires_at)
     SELECT m.id, a.grant_id, t.id, CASE WHEN NOT a.is_held THEN clock_timestamp() END,
       clock_timestamp() + make_interval(secs => CASE WHEN a.is_held THEN ${HELD.seconds} ELSE ${KEEP_SECONDS} END)
     FROM allowed a CROSS JOIN message m LEFT JOIN test_mails t ON t.id = $7
     RETURNING next_attempt_at
   ), tested AS (
     UPDATE test_mails SET queued_at = clock_timestamp() WHERE id = $7
   )
   SELECT count(*)::int AS queued, count(*) FILTER (WHERE next_attempt_at IS NULL)::int AS held FROM queued`,
)

/**
 * @returns 'refused' unless it was queued for everybody it is for, and then nothing was stored; 'held' when an alias of them
 *   is paused
 */
export async function acceptMessage(message: NewMessage): Promise<'queued' | 'held' | 'refused'> {
  const { id, headSealed, masterKeyId, chunk, grantIds, bounceIds, testId, isForPostmaster, position, bytes } = message
  const values = [id, headSealed, masterKeyId, chunk, grantIds, bounceIds, testId, isForPostmaster, position, bytes, grantIds.map(shardOf)]
  const [row] = await sql.query(ACCEPT, values)
  if (row?.queued !== grantIds.length + (isForPostmaster ? 1 : 0)) return 'refused'
  return row.held > 0 ? 'held' : 'queued'
}

// These need not survive a crash before the message is accepted, and that commit makes them last as well.
const BEGIN_MESSAGE = statement<object>(
  'begin_forwarded_message',
  `WITH message AS (
     INSERT INTO forwarded_messages (id, head_sealed, master_key_id, expires_at)
     SELECT $1, '', $2, clock_timestamp() + interval '1 hour' WHERE set_config('synchronous_commit', 'off', true) = 'off' RETURNING id
   )
   INSERT INTO forwarded_chunks (message_id, position, content_sealed) SELECT id, 0, $3 FROM message`,
)

const ADD_CHUNK = 'SET LOCAL synchronous_commit = off; COPY forwarded_chunks (message_id, position, content_sealed) FROM STDIN (FORMAT binary)'

/** Puts away a chunk of a message that is still coming in. Until it is accepted nobody delivers it. */
export async function storeChunk(messageId: string, { position, sealed, masterKeyId }: SealedChunk): Promise<void> {
  if (position === 0) await sql.query(BEGIN_MESSAGE, [messageId, masterKeyId, sealed])
  else await writeBytes(ADD_CHUNK, [textField(messageId), integerField(position), [sealed]])
}

const DISCARD = statement<object>(
  'discard_forwarded_message',
  `DELETE FROM forwarded_messages WHERE id = $1 AND NOT EXISTS (SELECT FROM forwarded_mails WHERE message_id = $1)`,
)

/** Removes what was put away of a message that was not accepted. */
export const discardMessage = (messageId: string) => sql.query(DISCARD, [messageId])

const NOTIFY = statement<object>('notify_forwarded_mail', `SELECT pg_notify('forwarded_mail', '')`)

/** Said after the commit: a notification inside would make every commit wait for the one before. */
export const notifyDeliverers = () => sql.query(NOTIFY, [])
