import { spanning, sql, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'

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

// Whose company is suspended is asked row by row: joined, every address there is would be read for the few that are due.
// An address is one process's while the lease lasts, so what is in flight to it is counted there.
const TAKE = spanning<DueWebhook>(
  'take_due_webhooks',
  `UPDATE webhooks SET lease_until = clock_timestamp() + make_interval(secs => $3)
   WHERE ctid = ANY(ARRAY(
     SELECT w.ctid FROM webhooks w
     WHERE w.due_at <= (SELECT clock_timestamp()) AND w.status = 'enabled' AND (w.failures > 0) = $1
       AND (w.held_until IS NULL OR w.held_until <= clock_timestamp()) AND (w.lease_until IS NULL OR w.lease_until <= clock_timestamp())
       AND (SELECT c.suspended_at FROM companies c WHERE c.id = w.company_id) IS NULL
     ORDER BY w.due_at FOR UPDATE SKIP LOCKED LIMIT $2))
   RETURNING id, company_id, kind, url, failures, secret_sealed, previous_secret_sealed, previous_until, master_key_id`,
)

/** Addresses with something due that failed last, or that did not, the one that waits longest first; those of a suspended company wait. */
export const takeDueWebhooks = (isFailing: boolean, atMost: number, leaseSeconds: number) => sql.query(TAKE, [isFailing, atMost, leaseSeconds])

export type DueDelivery = {
  webhook_id: string
  event_id: string
  type: string
  is_sample: boolean
  tries: number
  attempts: number
  created_at: Date
  /** To the microsecond, as the database writes it. */
  due: string
  data_sealed: Buffer | null
  master_key_id: string | null
  visible_at: Date | null
  /** Of its own, where there is no event of it. */
  own_data_sealed: Buffer | null
  own_master_key_id: string | null
  /** The consent without which it is told no more. */
  grant_id: string | null
}

// By the address alone: what finds it by the shard too could be a key that leads through all it was ever told. A signal is named after its event and what it says of it. A company may be suspended while one of its addresses is taken.
const DUE = statement<DueDelivery>(
  'find_due_deliveries',
  `SELECT d.*, e.data_sealed, e.master_key_id, e.visible_at FROM unnest($1::smallint[], $2::text[], $3::int[]) AS address (shard, id, at_most)
   JOIN webhooks w ON w.shard = address.shard AND w.id = address.id JOIN companies c ON c.id = w.company_id AND c.suspended_at IS NULL
   JOIN LATERAL (
     SELECT shard, webhook_id, event_id, type, is_sample, tries, attempts, created_at, due_at, due_at::text AS due, data_sealed AS own_data_sealed, master_key_id AS own_master_key_id, grant_id
     FROM webhook_deliveries WHERE webhook_id = address.id AND due_at <= (SELECT clock_timestamp()) ORDER BY due_at LIMIT address.at_most
   ) d ON d.shard = address.shard LEFT JOIN events e ON e.shard = w.shard AND e.id = split_part(d.event_id, '.', 1)
   ORDER BY d.due_at`,
)

/** An address of a company. */
export type Address = Pick<DueWebhook, 'id' | 'company_id'>

/** @param atMost how many of each address */
export const findDueDeliveries = (addresses: readonly (Address & { atMost: number })[]) =>
  sql.query(DUE, [
    addresses.map(({ company_id }) => shardOfCompany(company_id)),
    addresses.map(({ id }) => id),
    addresses.map(({ atMost }) => atMost),
  ])

export type AttemptRow = {
  companyId: string
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
  /** For how long the address asks to be left alone. */
  restSeconds: number
  /** Where it was sent, and what it was signed with. */
  url: string
  secretSealed: Buffer
  /** Since when it had been due. What is due since later was asked for while it was tried. */
  due: string
}

/** How an address stands after a try. */
export type Health = {
  failures: number
  failing_since: Date | null
  status: string
  /** Whether it is still the address that was tried, with the secret that signed. */
  is_same: boolean
  now: Date
}

/** Between two tries of one delivery lies less: a failure after a longer silence is the first of a row. */
const ROW_ENDS = `interval '2 days'`

// The address is taken first, as everybody does who holds both. What was given up or asked for again meanwhile stays so, and what an address
// did that is no longer the company's says nothing of the one that is.
const RECORD = statement<Health>(
  'record_webhook_attempt',
  `WITH address AS (
     SELECT id, url = $14 AND secret_sealed = $15 AS is_same, clock_timestamp() AS now FROM webhooks WHERE shard = $17 AND id = $1 FOR NO KEY UPDATE
   ), delivery AS (
     UPDATE webhook_deliveries d SET attempts = attempts + 1, last_status = $7, last_fault = $8, grant_id = NULL,
       tries = CASE WHEN due_at > $16::timestamptz THEN tries ELSE tries + 1 END,
       state = CASE WHEN due_at > $16::timestamptz OR due_at IS NULL AND $11 = 'waiting' THEN state ELSE $11 END,
       due_at = CASE WHEN due_at > $16::timestamptz THEN due_at WHEN due_at IS NOT NULL THEN clock_timestamp() + make_interval(secs => $12) END
     FROM address WHERE d.shard = $17 AND d.webhook_id = address.id AND d.event_id = $2 AND d.attempts + 1 = $3
     RETURNING d.webhook_id, address.is_same, address.now
   ), attempt AS (
     INSERT INTO webhook_attempts (shard, webhook_id, event_id, number, request_id, started_at, milliseconds, status, fault, answer_sealed, master_key_id)
     SELECT $17, webhook_id, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM delivery
   )
   UPDATE webhooks w SET
     failures = CASE WHEN NOT is_same THEN failures WHEN $11 = 'delivered' THEN 0 ELSE failures + 1 END,
     failing_since = CASE WHEN NOT is_same THEN failing_since WHEN $11 = 'delivered' THEN NULL
       WHEN last_failure_at < now - ${ROW_ENDS} THEN now ELSE coalesce(failing_since, now) END,
     last_failure_at = CASE WHEN NOT is_same OR $11 = 'delivered' THEN last_failure_at ELSE now END,
     last_success_at = CASE WHEN $11 = 'delivered' THEN now ELSE last_success_at END,
     held_until = CASE WHEN is_same AND $13::float8 > 0 THEN greatest(held_until, now + make_interval(secs => $13)) ELSE held_until END
   FROM delivery WHERE w.shard = $17 AND w.id = delivery.webhook_id RETURNING w.failures, w.failing_since, w.status, is_same, now`,
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
      row.restSeconds,
      row.url,
      row.secretSealed,
      row.due,
      shardOfCompany(row.companyId),
    ])
  )[0] ?? null

// The join says where; nothing of it is read.
const RELEASE = statement<object>(
  'release_webhook',
  `SELECT 1 FROM release_webhook($1::smallint, $2, $3) LEFT JOIN webhooks w ON w.shard = $1 AND w.id = $2`,
)

/** Gives an address back, to be taken again when its next delivery is due, or when it has rested. */
export const releaseWebhook = ({ id, company_id }: Address, holdSeconds: number) => sql.query(RELEASE, [shardOfCompany(company_id), id, holdSeconds])

const DROP = statement<object>('drop_webhook_delivery', `DELETE FROM webhook_deliveries WHERE shard = $3 AND webhook_id = $1 AND event_id = $2`)

/** As if it had never been due. */
export const dropDelivery = ({ id, company_id }: Address, eventId: string) => sql.query(DROP, [id, eventId, shardOfCompany(company_id)])
