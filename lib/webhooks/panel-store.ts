import { type Prisma, type Queryable, statement } from '#lib/core/db'

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

/** What was told, the newest first; what has a moment of its own that is still to come is no company's business. @param search id of an event or of a request */
export const findDeliveries = (
  db: Prisma,
  webhookId: string,
  { search, state }: DeliveryFilter,
  after: { createdAt: Date; id: string } | null,
  take: number,
) => db.$queryRaw<DeliveryLine[]>`
  SELECT event_id, type, is_sample, state, attempts, due_at, last_status, last_fault, created_at FROM webhook_deliveries
  WHERE webhook_id = ${webhookId} AND created_at <= clock_timestamp() AND (${state ?? null}::text IS NULL OR state = ${state ?? null})
    AND (${search ?? null}::text IS NULL OR event_id = ${search ?? null}
      OR event_id = (SELECT a.event_id FROM webhook_attempts a WHERE a.request_id = ${search ?? null} AND a.webhook_id = ${webhookId}))
    AND (${after?.createdAt ?? null}::timestamptz IS NULL OR (created_at, event_id) < (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}))
  ORDER BY created_at DESC, event_id DESC LIMIT ${take}`

/** One delivery with its requests and the event it tells of; of this company alone, and told already. */
export const findDelivery = async (db: Prisma, companyId: string, webhookId: string, eventId: string) =>
  db.webhookDelivery.findFirst({
    where: { webhookId, eventId, webhook: { companyId }, createdAt: { lte: await now(db) } },
    include: { webhook: true, log: { orderBy: { number: 'asc' } } },
  })

async function now(db: Prisma): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  return row?.now ?? new Date()
}

export const findEventOfDelivery = (db: Prisma, id: string) => db.event.findUnique({ where: { id } })

const RESEND = statement<{ event_id: string }>(
  'resend_webhook_delivery',
  `WITH again AS (
     UPDATE webhook_deliveries SET due_at = clock_timestamp(), state = 'waiting', tries = 0
     WHERE webhook_id = $1 AND event_id = $2 AND created_at <= clock_timestamp() RETURNING event_id
   ), woken AS (
     UPDATE webhooks SET due_at = least(due_at, clock_timestamp()) WHERE id = $1 AND kind <> 'poll'
   )
   SELECT event_id FROM again`,
)

/** @returns whether there is such a delivery */
export const resendOne = async (tx: Queryable, webhookId: string, eventId: string) => (await tx.query(RESEND, [webhookId, eventId])).length === 1

const RESEND_SINCE = statement<{ sent: number }>(
  'resend_webhook_deliveries_since',
  `WITH again AS (
     INSERT INTO webhook_deliveries (webhook_id, event_id, type, due_at, expires_at)
     SELECT w.id, e.id, e.type, clock_timestamp(), e.expires_at FROM webhooks w JOIN events e ON e.company_id = w.company_id
     WHERE w.id = $1 AND w.kind = 'webhook' AND e.position IS NOT NULL AND e.visible_at >= $2
       AND (cardinality(w.event_types) = 0 OR e.type = ANY(w.event_types))
       AND (cardinality(w.app_ids) = 0 OR e.app_id IS NULL OR e.app_id = ANY(w.app_ids))
     ORDER BY e.position LIMIT ${MOST_AT_ONCE}
     ON CONFLICT (webhook_id, event_id) DO UPDATE SET due_at = clock_timestamp(), state = 'waiting', tries = 0
       WHERE webhook_deliveries.state <> 'delivered' RETURNING 1
   ), woken AS (
     UPDATE webhooks SET due_at = least(due_at, clock_timestamp()) WHERE id = $1
   )
   SELECT count(*)::int AS sent FROM again`,
)

/** Everything since a time that was not taken, also what was never sent as the address was off. @returns how many, ten thousand at most */
export const resendAllSince = async (tx: Queryable, webhookId: string, since: Date) =>
  (await tx.query(RESEND_SINCE, [webhookId, since]))[0]?.sent ?? 0
