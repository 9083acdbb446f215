import { sql, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import type { OutgoingEvent } from './outgoing-store'

export type EventRow = {
  id: string
  app_id: string | null
  type: string
  data_sealed: Buffer
  master_key_id: string
  visible_at: Date
  position: string
}

// The join says where; nothing of it is read.
const PLACE = statement<{ placed: number }>(
  'place_events',
  `SELECT placed FROM place_events($1::smallint, $2, $3, $4, $5, $6, $7, $8::text[]::timestamptz[]) AS placed
   LEFT JOIN event_logs l ON l.shard = $1 AND l.company_id = $2`,
)

/** @returns how many of them got their place in the company's log, the others having one already */
export const placeEventsOf = async (companyId: string, events: readonly OutgoingEvent[]) =>
  (
    await sql.query(PLACE, [
      shardOfCompany(companyId),
      companyId,
      events.map(({ id }) => id),
      events.map(({ app_id }) => app_id),
      events.map(({ type }) => type),
      events.map(({ data_sealed }) => data_sealed),
      events.map(({ master_key_id }) => master_key_id),
      events.map(({ moment }) => moment),
    ])
  )[0]?.placed ?? 0

/** A place in a company's log, and the event that has it, by whose id the company names it. */
export type LogPlace = { id: string; position: string }

/** Before the first event of any log. */
export const BEGINNING: LogPlace = { id: 'evt_0', position: '0' }

// The last event that was purged is remembered by its place: whoever had it has missed nothing yet.
const FIND_PLACE = statement<{ position: string }>(
  'find_event_place',
  `SELECT position FROM events WHERE shard = $3 AND id = $2 AND company_id = $1
   UNION ALL SELECT purged_position FROM event_logs WHERE shard = $3 AND company_id = $1 AND purged_id = $2`,
)

/** @returns null when the company has no such event in its log, or only ones after events that are gone */
export async function findPlace(companyId: string, id: string): Promise<string | null> {
  if (id === BEGINNING.id) return BEGINNING.position
  return (await sql.query(FIND_PLACE, [companyId, id, shardOfCompany(companyId)]))[0]?.position ?? null
}

const NEWEST = statement<LogPlace>(
  'find_newest_event',
  `(SELECT id, position FROM events WHERE shard = $2 AND company_id = $1 ORDER BY position DESC LIMIT 1)
   UNION ALL (SELECT purged_id, purged_position FROM event_logs WHERE shard = $2 AND company_id = $1 AND purged_id IS NOT NULL) LIMIT 1`,
)

/** Behind all that stands in the log at this moment. */
export const findNewest = async (companyId: string): Promise<LogPlace> =>
  (await sql.query(NEWEST, [companyId, shardOfCompany(companyId)]))[0] ?? BEGINNING

/** How many events one question looks at, however few of them fit its filter. */
export const LOOKED_AT = 5000

// How far it looked comes of the same statement: what gets its place meanwhile is behind that.
const FIND = statement<Partial<EventRow> & { looked: number; looked_id: string; looked_position: string }>(
  'find_events',
  `WITH looked AS MATERIALIZED (
     SELECT id, type, app_id, position FROM events WHERE shard = $7 AND company_id = $1 AND position > $2 ORDER BY position LIMIT $6
   ), fit AS (
     SELECT id FROM looked WHERE ($3::text[] IS NULL OR type = ANY($3)) AND ($4::text IS NULL OR app_id = $4) ORDER BY position LIMIT $5
   )
   SELECT e.*, (SELECT count(*)::int FROM looked) AS looked, r.id AS looked_id, r.position AS looked_position
   FROM (SELECT id, position FROM looked ORDER BY position DESC LIMIT 1) r
   LEFT JOIN (SELECT e.id, e.app_id, e.type, e.data_sealed, e.master_key_id, e.visible_at, e.position FROM fit JOIN events e ON e.shard = $7 AND e.id = fit.id) e ON true
   ORDER BY e.position`,
)

export type EventFilter = { types?: readonly string[]; appId?: string }

/**
 * @property reached where the next look begins: behind the last row, or behind all that was looked at where less than
 * `take` fit. Null when there was nothing to look at
 * @property isCut it looked at as many as one question does, so there may be more
 */
export type Found = { rows: EventRow[]; reached: LogPlace | null; isCut: boolean }

/** The next events of a company's log that fit, the oldest first. */
export async function findEvents(companyId: string, after: string, { types, appId }: EventFilter, take: number): Promise<Found> {
  const most = types || appId ? LOOKED_AT : take
  const found = await sql.query(FIND, [companyId, after, types ?? null, appId ?? null, take, most, shardOfCompany(companyId)])
  const [first] = found
  if (!first) return { rows: [], reached: null, isCut: false }
  const rows = first.id === null ? [] : (found as (EventRow & { looked: number })[])
  const last = rows.length === take ? rows.at(-1) : undefined
  return { rows, reached: last ?? { id: first.looked_id, position: first.looked_position }, isCut: first.looked === most }
}

const REACHED = statement<{ company_id: string; last_position: string }>(
  'find_reached_positions',
  `SELECT l.company_id, l.last_position FROM unnest($1::smallint[], $2::text[]) AS asked (shard, id)
   JOIN event_logs l ON l.shard = asked.shard AND l.company_id = asked.id`,
)

export const findReached = async (companyIds: string[]) =>
  new Map((await sql.query(REACHED, [companyIds.map(shardOfCompany), companyIds])).map((row) => [row.company_id, row.last_position]))
