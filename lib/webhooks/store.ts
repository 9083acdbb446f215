import { type Prisma, type Queryable, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import type { DisabledReason, Webhook } from './schema'

export type NewWebhook = Pick<Webhook, 'id' | 'companyId' | 'url' | 'eventTypes' | 'appIds' | 'signature' | 'masterKeyId'> & {
  secretSealed: Buffer<ArrayBuffer>
}

export const insertWebhook = (tx: Prisma, webhook: NewWebhook): Promise<Webhook> =>
  tx.webhook.create({ data: { shard: shardOfCompany(webhook.companyId), ...webhook } })

/** Takes the company's row, so that two who add one at the same time count each other. @returns how many it has */
export async function countWebhooksHeld(tx: Prisma, companyId: string): Promise<number> {
  await tx.$queryRaw`SELECT 1 FROM companies WHERE id = ${companyId} FOR UPDATE`
  return tx.webhook.count({ where: { shard: shardOfCompany(companyId), companyId, kind: 'webhook' } })
}

/** A foreign one is fetched like a missing one: there is no other way to ask. */
export const findWebhook = (db: Prisma, companyId: string, id: string): Promise<Webhook | null> =>
  db.webhook.findFirst({ where: { shard: shardOfCompany(companyId), id, companyId, kind: 'webhook' } })

/** A webhook, or a stream of signals. */
export const findAddress = (db: Prisma, companyId: string, id: string): Promise<Webhook | null> =>
  db.webhook.findFirst({ where: { shard: shardOfCompany(companyId), id, companyId } })

/** The same, held until the transaction ends. */
export async function lockAddress(tx: Prisma, companyId: string, id: string): Promise<Webhook | null> {
  await tx.$queryRaw`SELECT 1 FROM webhooks WHERE shard = ${shardOfCompany(companyId)} AND id = ${id} AND company_id = ${companyId} FOR UPDATE`
  return findAddress(tx, companyId, id)
}

export async function lockWebhook(tx: Prisma, companyId: string, id: string): Promise<Webhook | null> {
  await tx.$queryRaw`SELECT 1 FROM webhooks WHERE shard = ${shardOfCompany(companyId)} AND id = ${id} AND company_id = ${companyId} FOR UPDATE`
  return findWebhook(tx, companyId, id)
}

/** Newest first; ties by id. */
export const findWebhooks = (db: Prisma, companyId: string, after: { createdAt: Date; id: string } | null, take: number): Promise<Webhook[]> =>
  db.webhook.findMany({
    where: {
      shard: shardOfCompany(companyId),
      companyId,
      kind: 'webhook',
      ...(after && { OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }] }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })

export type WebhookChange = Partial<Pick<Webhook, 'url' | 'eventTypes' | 'appIds' | 'status'>>

export async function changeWebhook(tx: Prisma, companyId: string, id: string, change: WebhookChange): Promise<Webhook> {
  const shard = shardOfCompany(companyId)
  await tx.webhook.update({ where: { shard_id: { shard, id } }, data: change })
  await tx.$executeRaw`UPDATE webhooks SET updated_at = clock_timestamp() WHERE shard = ${shard} AND id = ${id}`
  return tx.webhook.findUniqueOrThrow({ where: { shard_id: { shard, id } } })
}

/** What waits is given up; later events are not sent there. */
export async function switchOff(tx: Prisma, companyId: string, id: string, reason: DisabledReason): Promise<void> {
  const shard = shardOfCompany(companyId)
  await tx.$executeRaw`
    UPDATE webhooks SET status = 'disabled', disabled_reason = ${reason}, due_at = NULL, updated_at = clock_timestamp() WHERE shard = ${shard} AND id = ${id}`
  await tx.$executeRaw`UPDATE webhook_deliveries SET state = 'failed', due_at = NULL WHERE shard = ${shard} AND webhook_id = ${id} AND due_at IS NOT NULL`
}

/** Whoever has it in turn at this moment keeps it: nothing is sent twice. */
export const switchOn = (tx: Prisma, companyId: string, id: string) =>
  tx.$executeRaw`
    UPDATE webhooks SET status = 'enabled', disabled_reason = NULL, failures = 0, failing_since = NULL, held_until = NULL
    WHERE shard = ${shardOfCompany(companyId)} AND id = ${id}`

/** What the address before did says nothing of this one. */
export const forgetHealth = (tx: Prisma, companyId: string, id: string) =>
  tx.$executeRaw`
    UPDATE webhooks SET failures = 0, failing_since = NULL, held_until = NULL, due_at = least(due_at, clock_timestamp())
    WHERE shard = ${shardOfCompany(companyId)} AND id = ${id}`

/** By the clock of the database. */
export async function now(db: Prisma): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  return row?.now ?? new Date()
}

export const deleteWebhookRow = (tx: Prisma, companyId: string, id: string) =>
  tx.webhook.delete({ where: { shard_id: { shard: shardOfCompany(companyId), id } } })

export const replaceSecret = (
  tx: Prisma,
  companyId: string,
  id: string,
  { secret, previous, masterKeyId, until }: { secret: Buffer; previous: Buffer; masterKeyId: string; until: Date },
) => tx.$executeRaw`
  UPDATE webhooks SET secret_sealed = ${secret}, previous_secret_sealed = ${previous}, master_key_id = ${masterKeyId},
    previous_until = ${until}, updated_at = clock_timestamp() WHERE shard = ${shardOfCompany(companyId)} AND id = ${id}`

const QUEUE_SAMPLE = statement<object>(
  'queue_webhook_sample',
  `WITH sample AS (
     INSERT INTO webhook_deliveries (shard, webhook_id, event_id, type, is_sample, due_at, expires_at)
     VALUES ($1, $2, $3, $4, true, clock_timestamp(), clock_timestamp() + interval '30 days')
   )
   UPDATE webhooks SET due_at = least(due_at, clock_timestamp()), held_until = NULL WHERE shard = $1 AND id = $2`,
)

/** Whoever tries it out does not wait until it has rested. */
export const queueSample = (tx: Queryable, companyId: string, id: string, eventId: string, type: string) =>
  tx.query(QUEUE_SAMPLE, [shardOfCompany(companyId), id, eventId, type])
