import { type Queryable, sql, statement } from '#lib/core/db'

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
  `DELETE FROM events WHERE grant_id = $1 AND position IS NULL AND ($2::text IS NULL OR type = $2) RETURNING type, visible_at`,
)

/** Takes back what was to be told of a consent at a moment of its own and that nobody was told yet. */
export const takeBackUntold = (tx: Queryable, grantId: string, type?: string) => tx.query(TAKE_BACK, [grantId, type ?? null])

const PLACE = statement<{ placed: number }>('place_events', `SELECT place_events($1, $2) AS placed`)

/** @returns how many of the company's events got their place in its log */
export const placeEventsOf = async (companyId: string, atMost: number) => (await sql.query(PLACE, [companyId, atMost]))[0]?.placed ?? 0

const DUE = statement<{ company_id: string }>(
  'find_companies_with_due_events',
  `SELECT DISTINCT company_id FROM (
     SELECT company_id FROM events WHERE position IS NULL AND visible_at <= (SELECT clock_timestamp()) ORDER BY visible_at LIMIT 2000) due`,
)

export const findCompaniesWithDueEvents = async () => (await sql.query(DUE, [])).map((row) => row.company_id)

const FIND_PLACE = statement<{ position: string }>(
  'find_event_place',
  `SELECT position FROM events WHERE company_id = $1 AND id = $2 AND position IS NOT NULL`,
)

/** @returns null when the company has no such event in its log */
export const findPlace = async (companyId: string, id: string) => (await sql.query(FIND_PLACE, [companyId, id]))[0]?.position ?? null

/** How many events one question looks at, however few of them fit its filter. */
export const LOOKED_AT = 5000

const FIND = statement<EventRow>(
  'find_events',
  `SELECT * FROM (
     SELECT id, app_id, type, data_sealed, master_key_id, visible_at, position FROM events
     WHERE company_id = $1 AND position > $2 ORDER BY position LIMIT $6) looked
   WHERE ($3::text[] IS NULL OR type = ANY($3)) AND ($4::text IS NULL OR app_id = $4) ORDER BY position LIMIT $5`,
)

const FURTHEST = statement<{ id: string; position: string; looked: number }>(
  'find_furthest_event',
  `SELECT id, position, (count(*) OVER ())::int AS looked FROM (
     SELECT id, position FROM events WHERE company_id = $1 AND position > $2 ORDER BY position LIMIT ${LOOKED_AT}) looked
   ORDER BY position DESC LIMIT 1`,
)

export type EventFilter = { types?: readonly string[]; appId?: string }

/** The next events of a company's log that fit, the oldest first. */
export const findEvents = (companyId: string, after: string, { types, appId }: EventFilter, take: number) =>
  sql.query(FIND, [companyId, after, types ?? null, appId ?? null, take, types || appId ? LOOKED_AT : take])

/** How far a filtered question looked. */
export const findFurthest = async (companyId: string, after: string) => (await sql.query(FURTHEST, [companyId, after]))[0] ?? null

const REACHED = statement<{ company_id: string; last_position: string }>(
  'find_reached_positions',
  `SELECT company_id, last_position FROM event_logs WHERE company_id = ANY($1)`,
)

export const findReached = async (companyIds: string[]) =>
  new Map((await sql.query(REACHED, [companyIds])).map((row) => [row.company_id, row.last_position]))
