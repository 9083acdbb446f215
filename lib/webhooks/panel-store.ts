import { type Prisma, type Queryable, sql, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import { now } from './store'

const MOST_AT_ONCE = 10_000

export type DeliveryLine = {
  event_id: string
  type: string
  is_sample: boolean
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  due_at: Date | null
  last_status: number | null
  last_fault: string | null
  created_at: Date
}

export type DeliveryFilter = { search?: string; state?: string }

type After = { createdAt: Date; id: string } | null

/** An address of a company, which has been looked up as one of its own. */
type Address = { companyId: string; webhookId: string }

/** What was told, the newest first; what has a moment of its own that is still to come is no company's business. @param search id of an event or of a request */
export async function findDeliveries(
  db: Prisma,
  address: Address,
  { search, state }: DeliveryFilter,
  after: After,
  take: number,
): Promise<DeliveryLine[]> {
  if (search === undefined) return findNewest(db, address, state, after, take)
  // By the key alone: one statement for both would walk all that the address was ever told.
  return findNamed(db, address, (await findEventOfRequest(db, address, search)) ?? search, state, after, take)
}

const findEventOfRequest = async (db: Prisma, { companyId, webhookId }: Address, requestId: string) =>
  (
    await db.$queryRaw<{ event_id: string }[]>`
      SELECT event_id FROM webhook_attempts WHERE shard = ${shardOfCompany(companyId)} AND request_id = ${requestId} AND webhook_id = ${webhookId}`
  )[0]?.event_id

const findNamed = (
  db: Prisma,
  { companyId, webhookId }: Address,
  eventId: string,
  state: string | undefined,
  after: After,
  take: number,
) => db.$queryRaw<DeliveryLine[]>`
  SELECT event_id, type, is_sample, state, attempts, due_at, last_status, last_fault, created_at FROM (
    SELECT * FROM webhook_deliveries WHERE shard = ${shardOfCompany(companyId)} AND webhook_id = ${webhookId} AND event_id = ${eventId} OFFSET 0) named
  WHERE created_at <= clock_timestamp() AND (${state ?? null}::text IS NULL OR state = ${state ?? null})
    AND (${after?.createdAt ?? null}::timestamptz IS NULL OR (created_at, event_id) < (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}))
  ORDER BY created_at DESC, event_id DESC LIMIT ${take}`

const findNewest = (db: Prisma, { companyId, webhookId }: Address, state: string | undefined, after: After, take: number) => db.$queryRaw<
  DeliveryLine[]
>`
  SELECT event_id, type, is_sample, state, attempts, due_at, last_status, last_fault, created_at FROM (
    SELECT * FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND created_at <= clock_timestamp() AND (${state ?? null}::text IS NULL OR state = ${state ?? null})
      AND (${after?.createdAt ?? null}::timestamptz IS NULL OR (created_at, event_id) < (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}))
    ORDER BY created_at DESC, event_id DESC LIMIT ${take}) newest
  WHERE shard = ${shardOfCompany(companyId)} ORDER BY created_at DESC, event_id DESC`

/** One delivery with its requests and the event it tells of; of this company alone, and told already. */
export const findDelivery = async (db: Prisma, companyId: string, webhookId: string, eventId: string) =>
  db.webhookDelivery.findFirst({
    where: { shard: shardOfCompany(companyId), webhookId, eventId, webhook: { companyId }, createdAt: { lte: await now(db) } },
    include: { webhook: true, log: { orderBy: { number: 'asc' } } },
  })

export const findEventOfDelivery = (db: Prisma, companyId: string, id: string) =>
  db.event.findUnique({ where: { shard_id: { shard: shardOfCompany(companyId), id } } })

const RESEND = statement<{ event_id: string }>(
  'resend_webhook_delivery',
  `WITH again AS (
     UPDATE webhook_deliveries SET due_at = clock_timestamp(), state = 'waiting', tries = 0
     WHERE shard = $3 AND webhook_id = $1 AND event_id = $2 AND created_at <= clock_timestamp() RETURNING event_id
   ), woken AS (
     UPDATE webhooks SET due_at = least(due_at, clock_timestamp()), held_until = NULL WHERE shard = $3 AND id = $1 AND kind <> 'poll'
   )
   SELECT event_id FROM again`,
)

/** @returns whether there is such a delivery */
export const resendOne = async (tx: Queryable, { companyId, webhookId }: Address, eventId: string) =>
  (await tx.query(RESEND, [webhookId, eventId, shardOfCompany(companyId)])).length === 1

// By its time alone: the log's own key would lead through all of it. A delivery is sought by its event: by its address there may be as many as events.
const NOT_TAKEN = statement<{ id: string }>(
  'find_events_not_taken',
  `SELECT e.id FROM webhooks w CROSS JOIN LATERAL (SELECT * FROM events WHERE company_id = w.company_id AND visible_at >= $2 OFFSET 0) e
   WHERE e.shard = $3 AND w.shard = $3 AND w.id = $1 AND w.kind = 'webhook'
     AND (cardinality(w.event_types) = 0 OR e.type = ANY(w.event_types))
     AND (cardinality(w.app_ids) = 0 OR e.app_id IS NULL OR e.app_id = ANY(w.app_ids))
     AND NOT EXISTS (
       SELECT FROM (SELECT * FROM webhook_deliveries WHERE shard = w.shard AND event_id = e.id OFFSET 0) d WHERE d.webhook_id = w.id AND d.state = 'delivered')
   ORDER BY e.visible_at LIMIT ${MOST_AT_ONCE}`,
)

/** What the address did not take since a time, also what was never sent as it was off; ten thousand at most, the oldest first. */
export const findNotTaken = async ({ companyId, webhookId }: Address, since: Date) =>
  (await sql.query(NOT_TAKEN, [webhookId, since, shardOfCompany(companyId)])).map(({ id }) => id)

const RESEND_ALL = statement<{ sent: number }>(
  'resend_webhook_deliveries',
  `WITH again AS (
     INSERT INTO webhook_deliveries (shard, webhook_id, event_id, type, due_at, expires_at)
     SELECT $3, $1, e.id, e.type, clock_timestamp(), e.expires_at FROM unnest($2::text[]) AS wanted (id) JOIN events e ON e.shard = $3 AND e.id = wanted.id
     ON CONFLICT (shard, webhook_id, event_id) DO UPDATE SET due_at = clock_timestamp(), state = 'waiting', tries = 0
       WHERE webhook_deliveries.state <> 'delivered' RETURNING 1
   ), woken AS (
     UPDATE webhooks SET due_at = least(due_at, clock_timestamp()), held_until = NULL WHERE shard = $3 AND id = $1
   )
   SELECT count(*)::int AS sent FROM again`,
)

/** @returns how many */
export const resendAll = async (tx: Queryable, { companyId, webhookId }: Address, eventIds: string[]) =>
  (await tx.query(RESEND_ALL, [webhookId, eventIds, shardOfCompany(companyId)]))[0]?.sent ?? 0
