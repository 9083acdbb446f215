import { type Queryable, sql, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import type { StoredSignal } from './signal-data'

export type WaitingSignal = StoredSignal & { type: string; created_at: Date }

/** A company's stream, which has been looked up as its own. */
export type StreamAddress = { companyId: string; streamId: string }

const signals = (found: string) => `
  SELECT d.event_id, d.grant_id, d.type, d.created_at, d.data_sealed AS own_data_sealed, d.master_key_id AS own_master_key_id, e.data_sealed, e.master_key_id
  FROM ${found} d LEFT JOIN events e ON e.shard = d.shard AND e.id = split_part(d.event_id, '.', 1)`

const FIND = statement<WaitingSignal>(
  'find_waiting_signals',
  `${signals('(SELECT * FROM webhook_deliveries WHERE webhook_id = $1 AND due_at <= (SELECT clock_timestamp()) ORDER BY due_at, event_id LIMIT $2)')}
   WHERE d.shard = $3 ORDER BY d.due_at, d.event_id`,
)

/** What was not acknowledged yet, the oldest first. */
export const findWaitingSignals = ({ companyId, streamId }: StreamAddress, take: number) =>
  sql.query(FIND, [streamId, take, shardOfCompany(companyId)])

const FIND_ONE = statement<WaitingSignal>(
  'find_signal',
  `${signals('webhook_deliveries')} WHERE d.shard = $3 AND d.webhook_id = $1 AND d.event_id = $2 AND d.created_at <= clock_timestamp()`,
)

/** One that was told, or is about to be. */
export const findSignal = async ({ companyId, streamId }: StreamAddress, id: string) =>
  (await sql.query(FIND_ONE, [streamId, id, shardOfCompany(companyId)]))[0] ?? null

const ACKNOWLEDGE = statement<object>(
  'acknowledge_signals',
  `WITH taken AS (
     UPDATE webhook_deliveries SET state = 'delivered', due_at = NULL, grant_id = NULL, attempts = attempts + 1
     WHERE shard = $3 AND webhook_id = $1 AND event_id = ANY($2) AND due_at <= clock_timestamp() RETURNING 1
   )
   UPDATE webhooks SET last_success_at = clock_timestamp() WHERE shard = $3 AND id = $1 AND EXISTS (SELECT FROM taken)`,
)

export const acknowledgeSignals = ({ companyId, streamId }: StreamAddress, ids: string[]) =>
  sql.query(ACKNOWLEDGE, [streamId, ids, shardOfCompany(companyId)])

const REFUSE = statement<object>(
  'refuse_signal',
  `WITH refused AS (
     UPDATE webhook_deliveries SET state = 'failed', due_at = NULL, grant_id = NULL, attempts = attempts + 1, last_fault = 'refused'
     WHERE shard = $6 AND webhook_id = $1 AND event_id = $2 AND due_at <= clock_timestamp() RETURNING attempts
   )
   INSERT INTO webhook_attempts (shard, webhook_id, event_id, number, request_id, started_at, milliseconds, fault, answer_sealed, master_key_id)
   SELECT $6, $1, $2, attempts, $3, clock_timestamp(), 0, 'refused', $4, $5 FROM refused`,
)

export type Refusal = { id: string; requestId: string; answerSealed: Buffer; masterKeyId: string }

/** The receiver could not take it, and said why. */
export const refuseSignal = (db: Queryable, { companyId, streamId }: StreamAddress, { id, requestId, answerSealed, masterKeyId }: Refusal) =>
  db.query(REFUSE, [streamId, id, requestId, answerSealed, masterKeyId, shardOfCompany(companyId)])

const DROP = statement<object>('drop_signal', `DELETE FROM webhook_deliveries WHERE shard = $3 AND webhook_id = $1 AND event_id = $2`)

/** Nobody shall be told of it. */
export const dropSignal = ({ companyId, streamId }: StreamAddress, id: string) => sql.query(DROP, [streamId, id, shardOfCompany(companyId)])
