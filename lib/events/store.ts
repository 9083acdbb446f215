import { type Queryable, sql, statement } from '#lib/core/db'
import type { EventType } from './types'

export type EventRow = {
  id: string
  app_id: string | null
  type: string
  data_sealed: Buffer
  master_key_id: string
  visible_at: Date
  position: string
}

/** How long a company can ask for an event. */
const KEPT = `interval '30 days'`

const INSERT = statement<object>(
  'insert_event',
  `INSERT INTO events (id, company_id, app_id, type, data_sealed, master_key_id, grant_id, visible_at, expires_at)
   SELECT $1, $2, $3, $4, $5, $6, $7, at, at + ${KEPT} FROM (SELECT coalesce($8::timestamptz, clock_timestamp()) AS at) due`,
)

export type NewEvent = {
  id: string
  companyId: string
  appId: string | null
  type: string
  dataSealed: Buffer
  masterKeyId: string
  grantId: string | null
  visibleAt: Date | null
}

export const insertEvent = (tx: Queryable, event: NewEvent) =>
  tx.query(INSERT, [event.id, event.companyId, event.appId, event.type, event.dataSealed, event.masterKeyId, event.grantId, event.visibleAt])

const TAKE_BACK = statement<{ type: string; visible_at: Date }>(
  'take_back_event',
  `DELETE FROM events WHERE grant_id = $1 AND position IS NULL AND ($2::text[] IS NULL OR type = ANY($2)) RETURNING type, visible_at`,
)

/** Takes back what was to be told of a consent at a moment of its own and that nobody was told yet. */
export const takeBackUntold = (tx: Queryable, grantId: string, types?: EventType[]) => tx.query(TAKE_BACK, [grantId, types ?? null])

const PLACE = statement<{ placed: number }>('place_events', `SELECT place_events($1, $2) AS placed`)

/** @returns how many of the company's events got their place in its log */
export const placeEventsOf = async (companyId: string, atMost: number) => (await sql.query(PLACE, [companyId, atMost]))[0]?.placed ?? 0

const DUE = statement<{ company_id: string }>(
  'find_companies_with_due_events',
  `SELECT DISTINCT company_id FROM (
     SELECT company_id FROM events WHERE position IS NULL AND visible_at <= (SELECT clock_timestamp()) ORDER BY visible_at LIMIT 2000) due`,
)

export const findCompaniesWithDueEvents = async () => (await sql.query(DUE, [])).map((row) => row.company_id)

/** A place in a company's log, and the event that has it, by whose id the company names it. */
export type LogPlace = { id: string; position: string }

/** Before the first event of any log. */
export const BEGINNING: LogPlace = { id: 'evt_0', position: '0' }

// The last event that was purged is remembered by its place: whoever had it has missed nothing yet.
const FIND_PLACE = statement<{ position: string }>(
  'find_event_place',
  `SELECT position FROM events WHERE company_id = $1 AND id = $2 AND position IS NOT NULL
   UNION ALL SELECT purged_position FROM event_logs WHERE company_id = $1 AND purged_id = $2`,
)

/** @returns null when the company has no such event in its log, or only ones after events that are gone */
export async function findPlace(companyId: string, id: string): Promise<string | null> {
  if (id === BEGINNING.id) return BEGINNING.position
  return (await sql.query(FIND_PLACE, [companyId, id]))[0]?.position ?? null
}

const NEWEST = statement<LogPlace>(
  'find_newest_event',
  `(SELECT id, position FROM events WHERE company_id = $1 AND position IS NOT NULL ORDER BY position DESC LIMIT 1)
   UNION ALL (SELECT purged_id, purged_position FROM event_logs WHERE company_id = $1 AND purged_id IS NOT NULL) LIMIT 1`,
)

/** Behind all that stands in the log at this moment. */
export const findNewest = async (companyId: string): Promise<LogPlace> => (await sql.query(NEWEST, [companyId]))[0] ?? BEGINNING

/** How many events one question looks at, however few of them fit its filter. */
export const LOOKED_AT = 5000

// How far it looked comes of the same statement: what gets its place meanwhile is behind that.
const FIND = statement<Partial<EventRow> & { looked: number; looked_id: string; looked_position: string }>(
  'find_events',
  `WITH looked AS MATERIALIZED (
     SELECT id, type, app_id, position FROM events WHERE company_id = $1 AND position > $2 ORDER BY position LIMIT $6
   ), fit AS (
     SELECT id FROM looked WHERE ($3::text[] IS NULL OR type = ANY($3)) AND ($4::text IS NULL OR app_id = $4) ORDER BY position LIMIT $5
   )
   SELECT e.*, (SELECT count(*)::int FROM looked) AS looked, r.id AS looked_id, r.position AS looked_position
   FROM (SELECT id, position FROM looked ORDER BY position DESC LIMIT 1) r
   LEFT JOIN (SELECT e.id, e.app_id, e.type, e.data_sealed, e.master_key_id, e.visible_at, e.position FROM fit JOIN events e ON e.id = fit.id) e ON true
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
  const found = await sql.query(FIND, [companyId, after, types ?? null, appId ?? null, take, most])
  const [first] = found
  if (!first) return { rows: [], reached: null, isCut: false }
  const rows = first.id === null ? [] : (found as (EventRow & { looked: number })[])
  const last = rows.length === take ? rows.at(-1) : undefined
  return { rows, reached: last ?? { id: first.looked_id, position: first.looked_position }, isCut: first.looked === most }
}

const REACHED = statement<{ company_id: string; last_position: string }>(
  'find_reached_positions',
  `SELECT company_id, last_position FROM event_logs WHERE company_id = ANY($1)`,
)

export const findReached = async (companyIds: string[]) =>
  new Map((await sql.query(REACHED, [companyIds])).map((row) => [row.company_id, row.last_position]))
