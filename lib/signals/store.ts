import { type Prisma, type Queryable, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import type { Stream, StreamStatus } from './schema'

const COLUMNS = `w.id, w.company_id, w.kind, w.url, w.status, w.event_types, w.secret_sealed, w.master_key_id,
  s.description, s.events_requested, s.status_reason`

const FIND = statement<Stream>(
  'find_signal_stream',
  `SELECT ${COLUMNS} FROM signal_streams s JOIN webhooks w ON w.shard = s.shard AND w.id = s.webhook_id WHERE s.shard = $2 AND s.company_id = $1`,
)

/** The company's stream; null when it has none. */
export const findStream = async (db: Queryable, companyId: string) => (await db.query(FIND, [companyId, shardOfCompany(companyId)]))[0] ?? null

const LOCK = statement<object>(
  'lock_signal_stream',
  `SELECT 1 FROM webhooks WHERE shard = $2 AND id = (SELECT webhook_id FROM signal_streams WHERE shard = $2 AND company_id = $1) FOR UPDATE`,
)

/** The same, held until the transaction ends. */
export async function lockStream(tx: Queryable, companyId: string): Promise<Stream | null> {
  await tx.query(LOCK, [companyId, shardOfCompany(companyId)])
  return findStream(tx, companyId)
}

export type StreamFields = Pick<Stream, 'kind' | 'url' | 'event_types' | 'secret_sealed' | 'master_key_id' | 'description' | 'events_requested'>

const CLAIM = statement<object>(
  'claim_signal_stream',
  `WITH row AS (
     INSERT INTO webhooks (shard, id, company_id, kind, url, event_types, app_ids, signature, secret_sealed, master_key_id)
     SELECT $10, $1, $2, $3, $4, $5, '{}', '', $6, $7 WHERE NOT EXISTS (SELECT FROM signal_streams WHERE shard = $10 AND company_id = $2) RETURNING id
   )
   INSERT INTO signal_streams (shard, webhook_id, company_id, description, events_requested) SELECT $10, id, $2, $8, $9 FROM row
   RETURNING webhook_id`,
)

/** The caller holds the company's row. @returns whether there was none before */
export const insertStream = async (tx: Queryable, id: string, companyId: string, fields: StreamFields): Promise<boolean> => {
  const { kind, url, event_types, secret_sealed, master_key_id, description, events_requested } = fields
  const values = [id, companyId, kind, url, event_types, secret_sealed, master_key_id, description, events_requested, shardOfCompany(companyId)]
  return (await tx.query(CLAIM, values)).length === 1
}

/** Two who make one at the same moment wait for each other. */
export const holdCompany = (tx: Prisma, companyId: string) => tx.$queryRaw`SELECT 1 FROM companies WHERE id = ${companyId} FOR UPDATE`

// Where signals are fetched from now on, nothing is due to be sent; where they are sent from now on, everything is.
const CHANGE = statement<object>(
  'change_signal_stream',
  `WITH beside AS (UPDATE signal_streams SET description = $7, events_requested = $8 WHERE shard = $9 AND webhook_id = $1)
   UPDATE webhooks SET kind = $2, url = $3, event_types = $4, secret_sealed = $5, master_key_id = $6, updated_at = clock_timestamp(),
     due_at = CASE WHEN $2 = 'push' AND status = 'enabled' THEN clock_timestamp() END, failures = 0, failing_since = NULL, held_until = NULL
   WHERE shard = $9 AND id = $1`,
)

export const changeStream = (tx: Queryable, { id, company_id }: Stream, fields: StreamFields) => {
  const { kind, url, event_types, secret_sealed, master_key_id, description, events_requested } = fields
  return tx.query(CHANGE, [id, kind, url, event_types, secret_sealed, master_key_id, description, events_requested, shardOfCompany(company_id)])
}

const DELETE = statement<object>('delete_signal_stream', `DELETE FROM webhooks WHERE shard = $2 AND id = $1`)

export const deleteStreamRow = (tx: Queryable, { id, company_id }: Stream) => tx.query(DELETE, [id, shardOfCompany(company_id)])

// What is held while a stream is paused goes out when it is enabled; a disabled one holds nothing.
const SET_STATUS = statement<object>(
  'set_signal_stream_status',
  `WITH beside AS (UPDATE signal_streams SET status_reason = $3 WHERE shard = $4 AND webhook_id = $1), dropped AS (
     UPDATE webhook_deliveries SET state = 'failed', due_at = NULL WHERE shard = $4 AND webhook_id = $1 AND due_at IS NOT NULL AND $2 = 'disabled'
   )
   UPDATE webhooks SET status = $2, disabled_reason = CASE WHEN $2 = 'disabled' THEN 'company' END, updated_at = clock_timestamp(),
     failures = 0, failing_since = NULL, held_until = NULL, due_at = CASE WHEN $2 = 'enabled' AND kind = 'push' THEN clock_timestamp() END
   WHERE shard = $4 AND id = $1`,
)

export const setStreamStatus = (tx: Queryable, { id, company_id }: Stream, status: StreamStatus, reason: string | null) =>
  tx.query(SET_STATUS, [id, status, reason, shardOfCompany(company_id)])

const TAKE_VERIFICATION = statement<object>(
  'take_signal_verification',
  `UPDATE signal_streams SET verify_after = clock_timestamp() + make_interval(secs => $2)
   WHERE shard = $3 AND webhook_id = $1 AND (verify_after IS NULL OR verify_after <= clock_timestamp()) RETURNING webhook_id`,
)

/** @returns whether it is time for another one */
export const takeVerification = async (tx: Queryable, { id, company_id }: Stream, seconds: number) =>
  (await tx.query(TAKE_VERIFICATION, [id, seconds, shardOfCompany(company_id)])).length === 1

const QUEUE = statement<object>(
  'queue_signal',
  `WITH signal AS (
     INSERT INTO webhook_deliveries (shard, webhook_id, event_id, type, data_sealed, master_key_id, due_at, created_at, expires_at)
     SELECT $1, $2, $3, $4, $5, $6, at, at, at + interval '30 days' FROM (SELECT clock_timestamp() AS at) told RETURNING due_at
   )
   UPDATE webhooks w SET due_at = least(w.due_at, signal.due_at) FROM signal WHERE w.shard = $1 AND w.id = $2 AND w.kind = 'push' AND w.status = 'enabled'`,
)

/** A signal of the stream itself, told at once. */
export const queueSignal = (tx: Queryable, stream: Stream, id: string, uri: string, sealed: { dataSealed: Buffer; masterKeyId: string }) =>
  tx.query(QUEUE, [shardOfCompany(stream.company_id), stream.id, id, uri, sealed.dataSealed, sealed.masterKeyId])

const NOTE = statement<object>('note_signal_stream', 'UPDATE companies SET has_signal_stream = $2 WHERE id = $1')

/** Said where every database has it, since it is asked beside people whether anybody listens at all. */
export const noteStream = (tx: Queryable, companyId: string, hasStream: boolean) => tx.query(NOTE, [companyId, hasStream])
