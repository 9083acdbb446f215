import { type Queryable, sql, statement } from '#lib/core/db'
import type { StoredSignal } from './signal-data'

export type WaitingSignal = StoredSignal & { type: string; created_at: Date }

const SIGNALS = `
  SELECT d.event_id, d.type, d.created_at, d.data_sealed AS own_data_sealed, d.master_key_id AS own_master_key_id, e.data_sealed, e.master_key_id
  FROM webhook_deliveries d LEFT JOIN events e ON e.id = split_part(d.event_id, '.', 1)`

const FIND = statement<WaitingSignal>(
  'find_waiting_signals',
  `${SIGNALS} WHERE d.webhook_id = $1 AND d.due_at <= (SELECT clock_timestamp()) ORDER BY d.due_at, d.event_id LIMIT $2`,
)

/** What was not acknowledged yet, the oldest first. */
export const findWaitingSignals = (streamId: string, take: number) => sql.query(FIND, [streamId, take])

const FIND_ONE = statement<WaitingSignal>(
  'find_signal',
  `${SIGNALS} WHERE d.webhook_id = $1 AND d.event_id = $2 AND d.created_at <= clock_timestamp()`,
)

/** One that was told, or is about to be. */
export const findSignal = async (streamId: string, id: string) => (await sql.query(FIND_ONE, [streamId, id]))[0] ?? null

const ACKNOWLEDGE = statement<object>(
  'acknowledge_signals',
  `WITH taken AS (
     UPDATE webhook_deliveries SET state = 'delivered', due_at = NULL, grant_id = NULL, attempts = attempts + 1
     WHERE webhook_id = $1 AND event_id = ANY($2) AND due_at <= clock_timestamp() RETURNING 1
   )
   UPDATE webhooks SET last_success_at = clock_timestamp() WHERE id = $1 AND EXISTS (SELECT FROM taken)`,
)

export const acknowledgeSignals = (streamId: string, ids: string[]) => sql.query(ACKNOWLEDGE, [streamId, ids])

const REFUSE = statement<object>(
  'refuse_signal',
  `WITH refused AS (
     UPDATE webhook_deliveries SET state = 'failed', due_at = NULL, grant_id = NULL, attempts = attempts + 1, last_fault = 'refused'
     WHERE webhook_id = $1 AND event_id = $2 AND due_at <= clock_timestamp() RETURNING attempts
   )
   INSERT INTO webhook_attempts (webhook_id, event_id, number, request_id, started_at, milliseconds, fault, answer_sealed, master_key_id)
   SELECT $1, $2, attempts, $3, clock_timestamp(), 0, 'refused', $4, $5 FROM refused`,
)

export type Refusal = { streamId: string; id: string; requestId: string; answerSealed: Buffer; masterKeyId: string }

/** The receiver could not take it, and said why. */
export const refuseSignal = (db: Queryable, { streamId, id, requestId, answerSealed, masterKeyId }: Refusal) =>
  db.query(REFUSE, [streamId, id, requestId, answerSealed, masterKeyId])

const DROP = statement<object>('drop_signal', `DELETE FROM webhook_deliveries WHERE webhook_id = $1 AND event_id = $2`)

/** Nobody shall be told of it. */
export const dropSignal = (streamId: string, id: string) => sql.query(DROP, [streamId, id])
