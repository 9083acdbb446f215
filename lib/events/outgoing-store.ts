import { type Queryable, spanning, sql, statement } from '#lib/core/db'
import { grouped } from '#lib/core/grouped'
import { primaryOf, type Shard, shardOf } from '#lib/core/shard'
import type { EventType } from './types'

const INSERT = statement<object>(
  'insert_outgoing_event',
  `INSERT INTO outgoing_events (shard, id, company_id, app_id, type, data_sealed, master_key_id, grant_id, visible_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::timestamptz, clock_timestamp()))`,
)

export type NewEvent = {
  shard: Shard
  id: string
  companyId: string
  appId: string | null
  type: string
  dataSealed: Buffer
  masterKeyId: string
  grantId: string | null
  visibleAt: Date | null
}

export const insertOutgoingEvent = (tx: Queryable, { shard, id, companyId, appId, type, dataSealed, masterKeyId, grantId, visibleAt }: NewEvent) =>
  tx.query(INSERT, [shard, id, companyId, appId, type, dataSealed, masterKeyId, grantId, visibleAt])

const TAKE_BACK = statement<{ type: string; visible_at: Date }>(
  'take_back_event',
  `DELETE FROM outgoing_events WHERE shard = $3 AND grant_id = $1 AND ($2::text[] IS NULL OR type = ANY($2)) RETURNING type, visible_at`,
)

/** Takes back what was to be told of a consent at a moment of its own and that nobody was told yet. */
export const takeBackUntold = (tx: Queryable, grantId: string, types?: EventType[]) => tx.query(TAKE_BACK, [grantId, types ?? null, shardOf(grantId)])

/** Events that are moved at once. */
export const BATCH = 1000

export type OutgoingEvent = {
  shard: Shard
  id: string
  company_id: string
  app_id: string | null
  type: string
  data_sealed: Buffer
  master_key_id: string
  /** To the microsecond, as the database writes it: texts are in the order of their moments. */
  moment: string
  is_revocable: boolean
}

/** Each database gives its oldest; of all of them so many are the oldest. */
const oldest = (events: OutgoingEvent[]): OutgoingEvent[] => events.sort((one, other) => (isBefore(one, other) ? -1 : 1)).slice(0, BATCH)

const isBefore = (one: OutgoingEvent, other: OutgoingEvent) => (one.moment === other.moment ? one.id < other.id : one.moment < other.moment)

const COLUMNS = `shard, id, company_id, app_id, type, data_sealed, master_key_id, visible_at::text AS moment, grant_id IS NOT NULL AS is_revocable`

const FIND_DUE = spanning<OutgoingEvent>(
  'find_due_events',
  `SELECT ${COLUMNS} FROM outgoing_events
   WHERE visible_at <= (SELECT clock_timestamp()) AND company_id <> ALL($1) ORDER BY visible_at, id LIMIT ${BATCH}`,
)

/** What is to be told by now of what waits on the primary whose part is being done, the oldest first. @param except companies whose events wait for another turn */
export const findDueEvents = async (except: string[]) => oldest(await sql.query(FIND_DUE, [except]))

const FIND_DUE_OF = statement<OutgoingEvent>(
  'find_due_events_of_company',
  `SELECT ${COLUMNS} FROM outgoing_events
   WHERE company_id = $1 AND visible_at <= (SELECT clock_timestamp()) ORDER BY visible_at, id LIMIT ${BATCH}`,
)

export const findDueEventsOf = async (companyId: string) => oldest(await sql.query(FIND_DUE_OF, [companyId]))

const CLAIM = statement<{ id: string }>(
  'claim_outgoing_event',
  `UPDATE outgoing_events SET grant_id = NULL WHERE shard = $1 AND id = $2 RETURNING id`,
)

/** From now on nobody takes it back. One at a time, so that nobody waits for it while it waits for them. @returns false when somebody did */
export const claimEvent = async ({ shard, id }: OutgoingEvent) => (await sql.query(CLAIM, [shard, id])).length === 1

// Two may have moved the same: what the other one is just taking away is left to them.
const FORGET = statement<object>(
  'forget_outgoing_events',
  `DELETE FROM outgoing_events WHERE ctid = ANY(ARRAY(
     SELECT o.ctid FROM unnest($1::smallint[], $2::text[]) AS told (shard, id) JOIN outgoing_events o ON o.shard = told.shard AND o.id = told.id
     FOR UPDATE OF o SKIP LOCKED))`,
)

/** They stand in the log. */
export async function forgetOutgoingEvents(events: readonly OutgoingEvent[]): Promise<void> {
  for (const those of grouped(events, ({ shard }) => primaryOf(shard)).values())
    await sql.query(FORGET, [those.map(({ shard }) => shard), those.map(({ id }) => id)])
}

export type Unplaced = { company_id: string; events: number; oldest: Date }

const UNPLACED = spanning<Unplaced>(
  'find_unplaced_events',
  `SELECT company_id, count(*)::int AS events, min(visible_at) AS oldest FROM outgoing_events WHERE visible_at <= clock_timestamp() GROUP BY company_id`,
)

/** Companies with events that are to be told and have no place in their log yet, on each database. */
export const findUnplacedParts = () => sql.query(UNPLACED, [])
