import { integerField, textField } from '#lib/core/copy-in'
import { sql, statement, writeBytes } from '#lib/core/db'
import type { SealedChunk } from '../body/chunks'
import { KEEP_SECONDS, MAX_PER_ALIAS } from '../limits'

export type LiveAlias = { grant_id: string; email_index: Buffer; is_paused: boolean; is_over_rate: boolean }

const IS_OVER_RATE = `cardinality(ARRAY(SELECT a FROM unnest(t.accepted_at) a WHERE a > clock_timestamp() - interval '1 day')) >= ${MAX_PER_ALIAS.day}
    OR cardinality(ARRAY(SELECT a FROM unnest(t.accepted_at) a WHERE a > clock_timestamp() - interval '1 hour')) >= ${MAX_PER_ALIAS.hour}`

// An alias receives while there is a consent with scope `email` and its person left it on.
const FIND_LIVE_ALIAS = statement<LiveAlias>(
  'find_live_alias',
  `SELECT g.id AS grant_id, u.email_index, m.paused_at IS NOT NULL AS is_paused, coalesce(${IS_OVER_RATE}, false) AS is_over_rate
   FROM subjects s
   JOIN grants g ON g.user_id = s.user_id AND g.app_id = s.app_id
   JOIN users u ON u.id = s.user_id
   LEFT JOIN alias_traffic t ON t.user_id = s.user_id AND t.app_id = s.app_id
   LEFT JOIN mailboxes m ON m.user_id = s.user_id
   WHERE s.alias_local_part = $1 AND NOT s.is_alias_off AND 'email' = ANY(g.granted_scopes)`,
)

export async function findLiveAlias(localPart: string): Promise<LiveAlias | null> {
  return (await sql.query(FIND_LIVE_ALIAS, [localPart]))[0] ?? null
}

const FIND_BOUNCED_USER = statement<{ user_id: string }>('find_bounce_alias', `SELECT user_id FROM alias_traffic WHERE bounce_id = $1`)

/** The person whose alias has this bounce id. */
export async function findBouncedUser(bounceId: string): Promise<string | null> {
  return (await sql.query(FIND_BOUNCED_USER, [bounceId]))[0]?.user_id ?? null
}

export type NewMessage = {
  id: string
  headSealed: Buffer
  masterKeyId: string
  chunk: Buffer
  /** Of that chunk; the ones before it are stored already. */
  position: number
  /** One for each alias, with what it would be called in bounce addresses if it has no name there yet. */
  grantIds: string[]
  bounceIds: string[]
  testId: string | null
  isForPostmaster: boolean
}

// Everything or nothing in one statement: the right to receive is asked again, the alias is counted, and only when all of
// them may have it the message is there. A consent withdrawn at this moment makes the foreign key refuse.
const ACCEPT = statement<{ queued: number }>(
  'accept_forwarded_message',
  `WITH wanted AS (
     SELECT * FROM unnest($5::text[], $6::text[]) AS w (grant_id, bounce_id)
   ), live AS (
     SELECT w.grant_id, w.bounce_id, g.user_id, g.app_id FROM wanted w
     JOIN grants g ON g.id = w.grant_id
     JOIN subjects s ON s.user_id = g.user_id AND s.app_id = g.app_id
     LEFT JOIN mailboxes m ON m.user_id = g.user_id
     WHERE NOT s.is_alias_off AND 'email' = ANY(g.granted_scopes) AND m.paused_at IS NULL
   ), counted AS (
     INSERT INTO alias_traffic AS t (user_id, app_id, bounce_id, accepted_at)
     SELECT user_id, app_id, bounce_id, ARRAY[clock_timestamp()] FROM live ORDER BY user_id, app_id
     ON CONFLICT (user_id, app_id) DO UPDATE SET accepted_at =
       array_append(ARRAY(SELECT a FROM unnest(t.accepted_at) a WHERE a > clock_timestamp() - interval '1 day'), clock_timestamp())
     WHERE NOT (${IS_OVER_RATE})
     RETURNING user_id, app_id
   ), allowed AS (
     SELECT l.grant_id FROM counted JOIN live l USING (user_id, app_id)
     WHERE (SELECT count(*) FROM counted) = cardinality($5::text[])
     UNION ALL SELECT NULL WHERE $8::boolean AND (SELECT count(*) FROM counted) = cardinality($5::text[])
   ), message AS (
     INSERT INTO forwarded_messages (id, head_sealed, master_key_id, expires_at)
     SELECT $1, $2, $3, clock_timestamp() + make_interval(secs => ${KEEP_SECONDS}, hours => 1) WHERE EXISTS (SELECT FROM allowed)
     ON CONFLICT (id) DO UPDATE SET head_sealed = EXCLUDED.head_sealed, master_key_id = EXCLUDED.master_key_id, expires_at = EXCLUDED.expires_at
     RETURNING id
   ), chunk AS (
     INSERT INTO forwarded_chunks (message_id, position, content_sealed) SELECT id, $9, $4 FROM message
   ), queued AS (
     INSERT INTO forwarded_mails (message_id, grant_id, test_id, expires_at)
     SELECT m.id, a.grant_id, t.id, clock_timestamp() + make_interval(secs => ${KEEP_SECONDS}) FROM allowed a CROSS JOIN message m LEFT JOIN test_mails t ON t.id = $7
     RETURNING id
   ), tested AS (
     UPDATE test_mails SET queued_at = clock_timestamp() WHERE id = $7
   )
   SELECT count(*)::int AS queued FROM queued`,
)

/** @returns whether it was queued for everybody it is for; otherwise nothing was stored */
export async function acceptMessage(message: NewMessage): Promise<boolean> {
  const { id, headSealed, masterKeyId, chunk, grantIds, bounceIds, testId, isForPostmaster, position } = message
  const [row] = await sql.query(ACCEPT, [id, headSealed, masterKeyId, chunk, grantIds, bounceIds, testId, isForPostmaster, position])
  return row?.queued === grantIds.length + (isForPostmaster ? 1 : 0)
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
