import { integerField, type Queryable, smallField, sql, statement, textField, togetherOnPrimary, transaction, writeBytes } from '#lib/core/db'
import { OF_COMPANIES, type Shard, shardOf, shardsIn } from '#lib/core/shard'
import { aliasIndex } from '#lib/subjects/sealed-subject'
import type { SealedChunk } from '../body/chunks'
import { bounceShards, newBounceId } from '../bounce/bounce-address'
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

const shardsOfAlias = (localPart: string) => shardsIn('alias', localPart, 'base32')

const findTogether = async (localParts: string[]) => {
  const asked = localParts.flatMap((localPart) => {
    const index = aliasIndex(localPart)
    return shardsOfAlias(localPart).map((shard) => ({ localPart, shard, index }))
  })
  const rows = await sql.query(FIND_LIVE_ALIASES, [asked.map(({ shard }) => shard), asked.map(({ index }) => index)])
  const found = new Map(rows.map((row) => [row.alias_index.toString('hex'), row]))
  return new Map(asked.flatMap(({ localPart, index }) => [[localPart, found.get(index.toString('hex'))] as const]).filter(isFound))
}

const findByLocalPart = togetherOnPrimary(findTogether, (localPart) => shardsOfAlias(localPart)[0] as Shard)

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

/** Who a copy of a message is for. Each has one, beside what else is theirs: who sends one to two aliases learns nothing of whether both are one person's. */
export type Copy = { shard: Shard; nth: number; grantId: string | null }

/** @param grantIds of the aliases @param isForPostmaster whether there is one for the operator as well */
export const copiesFor = (grantIds: readonly string[], isForPostmaster: boolean): Copy[] =>
  // In one order everywhere, so that two messages for the same aliases do not wait for each other in a circle.
  [...[...grantIds].sort(), ...(isForPostmaster ? [null] : [])].map((grantId, nth) => ({
    shard: grantId === null ? OF_COMPANIES : shardOf(grantId),
    nth,
    grantId,
  }))

export type NewMessage = {
  id: string
  headSealed: Buffer
  masterKeyId: string
  chunk: Buffer
  /** Of that chunk; the ones before it are stored already. */
  position: number
  bytes: number
  copies: readonly Copy[]
  testId: string | null
}

// Everything or nothing in one statement: the right to receive is asked again, the alias is counted, and only when it
// may have it the copy is there. A consent withdrawn at this moment makes the foreign key refuse. Only the row of the
// alias itself is locked: waiting for one of the person's would show that two aliases are one person's.
const ACCEPT = statement<{ is_held: boolean }>(
  'accept_forwarded_message',
  `WITH live AS (
     SELECT g.shard, g.id AS grant_id, g.user_id, g.app_id, g.suspended_at FROM grants g
     JOIN subjects s ON s.shard = g.shard AND s.user_id = g.user_id AND s.app_id = g.app_id
     WHERE g.shard = $9 AND g.id = $5 AND ${MAY_RECEIVE}
   ), counted AS (
     INSERT INTO alias_traffic AS t (shard, user_id, app_id, bounce_id, accepted_at)
     SELECT shard, user_id, app_id, $6, ARRAY[clock_timestamp()] FROM live
     ON CONFLICT (shard, user_id, app_id) DO UPDATE SET accepted_at =
       array_append(ARRAY(SELECT a FROM unnest(t.accepted_at) a WHERE a > clock_timestamp() - interval '1 day'), clock_timestamp())
     WHERE NOT (${IS_OVER_RATE})
     RETURNING user_id, app_id, paused_at, stopped_at
   ), allowed AS (
     SELECT g.grant_id, ${IS_HELD} AS is_held FROM counted t JOIN live g USING (user_id, app_id) JOIN apps a ON a.id = g.app_id
     UNION ALL SELECT NULL, false WHERE $5::text IS NULL
   ), message AS (
     INSERT INTO forwarded_messages (shard, id, nth, head_sealed, master_key_id, bytes, expires_at)
     SELECT $9::smallint, $1, $10::smallint, $2, $3, $8, clock_timestamp() + make_interval(secs => ${MESSAGE_SECONDS}) WHERE EXISTS (SELECT FROM allowed)
     ON CONFLICT (shard, id, nth) DO UPDATE SET head_sealed = EXCLUDED.head_sealed, master_key_id = EXCLUDED.master_key_id, bytes = EXCLUDED.bytes,
       expires_at = EXCLUDED.expires_at
     RETURNING shard, id, nth
   ), chunk AS (
     INSERT INTO forwarded_chunks (shard, message_id, nth, position, content_sealed) SELECT shard, id, nth, $7, $4 FROM message
   ), queued AS (
     INSERT INTO forwarded_mails (shard, message_id, nth, grant_id, test_id, next_attempt_at, expires_at)
     SELECT m.shard, m.id, m.nth, a.grant_id, t.id, CASE WHEN NOT a.is_held THEN clock_timestamp() END,
       clock_timestamp() + make_interval(secs => CASE WHEN a.is_held THEN ${HELD.seconds} ELSE ${KEEP_SECONDS} END)
     FROM allowed a CROSS JOIN message m LEFT JOIN test_mails t ON t.shard = m.shard AND t.id = $11
     RETURNING next_attempt_at
   ), tested AS (
     UPDATE test_mails SET queued_at = clock_timestamp() WHERE shard = $9 AND id = $11
   )
   SELECT next_attempt_at IS NULL AS is_held FROM queued`,
)

type Accepted = 'queued' | 'held' | 'refused'

async function acceptCopy(on: Queryable, { id, headSealed, masterKeyId, chunk, position, bytes, testId }: NewMessage, copy: Copy): Promise<Accepted> {
  const { shard, nth, grantId } = copy
  // What the alias would be called in bounce addresses if it has no name there yet.
  const bounceId = newBounceId(shard)
  const values = [id, headSealed, masterKeyId, chunk, grantId, bounceId, position, bytes, shard, nth, testId]
  const [row] = await on.query(ACCEPT, values)
  if (!row) return 'refused'
  return row.is_held ? 'held' : 'queued'
}

/** Of several all are there or none. */
const acceptAll = (message: NewMessage): Promise<Accepted> =>
  transaction(async (tx) => {
    let all: Accepted = 'queued'
    for (const copy of message.copies) {
      const one = await acceptCopy(tx, message, copy)
      if (one === 'refused') throw new RefusedError()
      if (one === 'held') all = 'held'
    }
    return all
  }).catch((error: unknown) => {
    if (error instanceof RefusedError) return 'refused'
    throw error
  })

class RefusedError extends Error {}

/**
 * @returns 'refused' unless it was queued for everybody it is for, and then nothing was stored; 'held' when an alias of them
 *   is paused
 */
export async function acceptMessage(message: NewMessage): Promise<Accepted> {
  const [first, ...others] = message.copies
  return first && others.length === 0 ? acceptCopy(sql, message, first) : acceptAll(message)
}

// These need not survive a crash before the message is accepted, and that commit makes them last as well.
const BEGIN_MESSAGE = statement<object>(
  'begin_forwarded_message',
  `WITH message AS (
     INSERT INTO forwarded_messages (shard, id, nth, head_sealed, master_key_id, expires_at)
     SELECT $4::smallint, $1, $5, '', $2, clock_timestamp() + interval '1 hour' WHERE set_config('synchronous_commit', 'off', true) = 'off'
     RETURNING shard, id, nth
   )
   INSERT INTO forwarded_chunks (shard, message_id, nth, position, content_sealed) SELECT shard, id, nth, 0, $3 FROM message`,
)

// The condition says to a router where the row belongs.
const addChunk = (shard: Shard) =>
  `SET LOCAL synchronous_commit = off;
   COPY forwarded_chunks (shard, message_id, nth, position, content_sealed) FROM STDIN (FORMAT binary) WHERE shard = ${Number(shard)}`

/** Puts away a chunk of a message that is still coming in, for each copy. Until it is accepted nobody delivers it. */
export async function storeChunk(messageId: string, copies: readonly Copy[], { position, sealed, masterKeyId }: SealedChunk): Promise<void> {
  const store = ({ shard, nth }: Copy): Promise<unknown> =>
    position === 0
      ? sql.query(BEGIN_MESSAGE, [messageId, masterKeyId, sealed, shard, nth])
      : writeBytes(addChunk(shard), [smallField(shard), textField(messageId), smallField(nth), integerField(position), [sealed]])
  await Promise.all(copies.map(store))
}

const DISCARD = statement<object>(
  'discard_forwarded_message',
  `DELETE FROM forwarded_messages m WHERE m.shard = $2 AND m.id = $1 AND m.nth = $3
   AND NOT EXISTS (SELECT FROM forwarded_mails f WHERE f.shard = $2 AND f.message_id = $1 AND f.nth = $3)`,
)

/** Removes what was put away of a message that was not accepted. */
export async function discardMessage(messageId: string, copies: readonly Copy[]): Promise<void> {
  for (const { shard, nth } of copies) await sql.query(DISCARD, [messageId, shard, nth])
}

const NOTIFY = statement<object>('notify_forwarded_mail', `SELECT pg_notify('forwarded_mail', '')`)

/** Said after the commit: a notification inside would make every commit wait for the one before. */
export const notifyDeliverers = () => sql.query(NOTIFY, [])
