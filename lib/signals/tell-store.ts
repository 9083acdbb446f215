import { isOpen } from '#lib/apps/open'
import { type Queryable, sql, statement } from '#lib/core/db'
import { shardOf, shardOfCompany } from '#lib/core/shard'
import { isLive } from '#lib/grants/live'
import { isShown } from '#lib/grants/shown'
import type { SubjectRow } from '#lib/subjects/sealed-subject'
import type { Assurance } from '#lib/users/assurance'
import type { HeldClaim } from '#lib/users/judge-release'

/** As long as the end of an account takes to be told everywhere. @see lib/grants/end-grants-store.ts */
export const SPREAD_SECONDS = 86_400

/** A consent at an app. */
type Consent = SubjectRow & {
  grant_id: string
  company_id: string
  granted_scopes: string[]
  app_scopes: string[]
  /** Levels that its latest token was asked for with; null where it has none or asked for none. */
  asked: Assurance[] | null
  told_level: Assurance | null
  /** Seconds until it is told of another level, where it is about to be. */
  waits_seconds: number | null
  is_level_known: boolean
}

/** One whose app's company has a stream that wants to hear. */
export type Listener = Consent & { stream_id: string }

const HOLD = statement<object>('hold_person_for_signals', `SELECT 1 FROM users WHERE shard = $2 AND id = $1 FOR NO KEY UPDATE`)

/** What is told of one person is decided by one process at a time. @returns whether they are there */
export const holdPerson = async (tx: Queryable, userId: string) => (await tx.query(HOLD, [userId, shardOf(userId)])).length === 1

// By lot, so that the first one is.
const FIND = statement<Consent>(
  'find_consents_to_signal',
  `SELECT g.id AS grant_id, a.company_id, g.granted_scopes, a.scopes AS app_scopes, l.grant_id IS NOT NULL AS is_level_known,
     CASE WHEN l.next_at <= clock_timestamp() THEN l.next_level ELSE l.level END AS told_level,
     CASE WHEN l.next_at > clock_timestamp() THEN extract(epoch FROM l.next_at - clock_timestamp())::float8 END AS waits_seconds,
     s.user_id, s.app_id, s.pair_sealed, u.data_key_sealed, u.master_key_id,
     (SELECT asked_assurance FROM (
        SELECT asked_assurance, issued_at FROM access_tokens t WHERE t.shard = g.shard AND t.grant_id = g.id
        UNION ALL SELECT asked_assurance, issued_at FROM refresh_tokens t WHERE t.shard = g.shard AND t.grant_id = g.id AND t.used_at IS NULL) tokens
      WHERE cardinality(asked_assurance) > 0 ORDER BY issued_at DESC LIMIT 1) AS asked
   FROM grants g JOIN apps a ON a.id = g.app_id JOIN companies c ON c.id = a.company_id AND c.has_signal_stream
   JOIN subjects s ON s.shard = g.shard AND s.user_id = g.user_id AND s.app_id = g.app_id
   JOIN users u ON u.shard = g.shard AND u.id = g.user_id
   LEFT JOIN told_levels l ON l.shard = g.shard AND l.grant_id = g.id
   WHERE g.shard = $2 AND g.user_id = $1 AND ${isOpen('a')} AND ${isLive('g')} AND ${isShown('g')}
   ORDER BY random()`,
)

const FIND_STREAMS = statement<{ id: string; company_id: string }>(
  'find_streams_that_listen',
  `SELECT w.id, w.company_id FROM unnest($1::smallint[], $2::text[]) AS asked (shard, id)
   JOIN webhooks w ON w.shard = asked.shard AND w.company_id = asked.id AND w.kind <> 'webhook' AND w.status <> 'disabled' AND $3 = ANY(w.event_types)`,
)

/** The consents of a person, and for each the stream of its company's that wants to hear of this. */
export async function findListeners(tx: Queryable, userId: string, uri: string): Promise<Listener[]> {
  const consents = await tx.query(FIND, [userId, shardOf(userId)])
  const companies = [...new Set(consents.map(({ company_id }) => company_id))]
  if (companies.length === 0) return []
  const streams = await tx.query(FIND_STREAMS, [companies.map(shardOfCompany), companies, uri])
  const streamOf = new Map(streams.map(({ id, company_id }) => [company_id, id]))
  return consents.flatMap((consent) => {
    const stream_id = streamOf.get(consent.company_id)
    return stream_id === undefined ? [] : [{ ...consent, stream_id }]
  })
}

const CONSENTED = statement<object>('is_signal_still_consented', `SELECT 1 FROM grants WHERE shard = $2 AND id = $1`)

/** Whether the consent is there yet that a signal falls with. */
export const isStillConsented = async (grantId: string) => (await sql.query(CONSENTED, [grantId, shardOf(grantId)])).length > 0

const HELD = statement<HeldClaim>(
  'find_held_claims',
  `SELECT name, assurance, contest_id IS NOT NULL AS "isSuspended" FROM verified_claims
   WHERE shard = $2 AND user_id = $1 AND (expires_at IS NULL OR expires_at > clock_timestamp())`,
)

export const findHeldClaims = (tx: Queryable, userId: string) => tx.query(HELD, [userId, shardOf(userId)])
