import { sql, statement } from '#lib/core/db'

export type DueWebhook = {
  id: string
  company_id: string
  kind: 'webhook' | 'push'
  url: string
  failures: number
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_until: Date | null
  master_key_id: string
}

// An address is one process's while the lease lasts, so what is in flight to it is counted there.
const TAKE = statement<DueWebhook>(
  'take_due_webhooks',
  `UPDATE webhooks SET lease_until = clock_timestamp() + make_interval(secs => $2)
   WHERE id = ANY(ARRAY(
     SELECT id FROM webhooks WHERE due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())
     ORDER BY due_at FOR UPDATE SKIP LOCKED LIMIT $1))
   RETURNING id, company_id, kind, url, failures, secret_sealed, previous_secret_sealed, previous_until, master_key_id`,
)

/** Addresses with something due, the one that waits longest first. */
export const takeDueWebhooks = (atMost: number, leaseSeconds: number) => sql.query(TAKE, [atMost, leaseSeconds])

export type DueDelivery = {
  event_id: string
  type: string
  is_sample: boolean
  tries: number
  attempts: number
  created_at: Date
  data_sealed: Buffer | null
  master_key_id: string | null
  visible_at: Date | null
  /** Of its own, where there is no event of it. */
  own_data_sealed: Buffer | null
  own_master_key_id: string | null
}

// A signal is named after its event and what it says of it.
const DUE = statement<DueDelivery>(
  'find_due_deliveries',
  `SELECT d.event_id, d.type, d.is_sample, d.tries, d.attempts, d.created_at, e.data_sealed, e.master_key_id, e.visible_at,
     d.data_sealed AS own_data_sealed, d.master_key_id AS own_master_key_id
   FROM webhook_deliveries d LEFT JOIN events e ON e.id = split_part(d.event_id, '.', 1)
   WHERE d.webhook_id = $1 AND d.due_at <= clock_timestamp() ORDER BY d.due_at LIMIT $2`,
)

export const findDueDeliveries = (webhookId: string, atMost: number) => sql.query(DUE, [webhookId, atMost])

export type AttemptRow = {
  webhookId: string
  eventId: string
  number: number
  requestId: string
  startedAt: Date
  milliseconds: number
  status: number | null
  fault: string | null
  answerSealed: Buffer | null
  masterKeyId: string | null
  state: 'waiting' | 'delivered' | 'failed'
  /** Null when nothing more is tried. */
  dueInSeconds: number | null
}

const RECORD = statement<{ failures: number; failing_since: Date | null; status: string; now: Date }>(
  'record_webhook_attempt',
  `WITH delivery AS (
     UPDATE webhook_deliveries SET attempts = attempts + 1, tries = tries + 1, state = $11, last_status = $7, last_fault = $8,
       due_at = clock_timestamp() + make_interval(secs => $12), grant_id = NULL
     WHERE webhook_id = $1 AND event_id = $2 AND attempts + 1 = $3 RETURNING webhook_id
   ), attempt AS (
     INSERT INTO webhook_attempts (webhook_id, event_id, number, request_id, started_at, milliseconds, status, fault, answer_sealed, master_key_id)
     SELECT webhook_id, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM delivery
   )
   UPDATE webhooks SET failures = CASE WHEN $11 = 'delivered' THEN 0 ELSE failures + 1 END,
     failing_since = CASE WHEN $11 = 'delivered' THEN NULL ELSE coalesce(failing_since, clock_timestamp()) END,
     last_success_at = CASE WHEN $11 = 'delivered' THEN clock_timestamp() ELSE last_success_at END
   WHERE id IN (SELECT webhook_id FROM delivery) RETURNING failures, failing_since, status, clock_timestamp() AS now`,
)

/** Writes a try down with what follows from it. @returns how the address stands; null when it was removed meanwhile */
export const recordAttempt = async (row: AttemptRow) =>
  (
    await sql.query(RECORD, [
      row.webhookId,
      row.eventId,
      row.number,
      row.requestId,
      row.startedAt,
      row.milliseconds,
      row.status,
      row.fault,
      row.answerSealed,
      row.masterKeyId,
      row.state,
      row.dueInSeconds,
    ])
  )[0] ?? null

const RELEASE = statement<object>('release_webhook', 'SELECT release_webhook($1, $2)')

/** Gives an address back, to be taken again when its next delivery is due, or when it has rested. */
export const releaseWebhook = (id: string, holdSeconds: number) => sql.query(RELEASE, [id, holdSeconds])

const DROP = statement<object>('drop_webhook_delivery', `DELETE FROM webhook_deliveries WHERE webhook_id = $1 AND event_id = $2`)

/** As if it had never been due. */
export const dropDelivery = (webhookId: string, eventId: string) => sql.query(DROP, [webhookId, eventId])
