import { type Queryable, spanning, sql, statement } from '#lib/core/db'
import { grouped } from '#lib/core/grouped'
import { primaryOf, type Shard, shardOf, shardOfCompany } from '#lib/core/shard'

const INSERT = statement<object>(
  'insert_outgoing_signal',
  `INSERT INTO outgoing_signals (shard, id, grant_id, company_id, webhook_id, type, data_sealed, master_key_id, due_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + $9 * interval '1 second')`,
)

export type NewSignal = {
  id: string
  /** The consent that it falls with. */
  grantId: string
  companyId: string
  streamId: string
  uri: string
  dataSealed: Buffer
  masterKeyId: string
  /** When it is told. */
  afterSeconds: number
}

/** A signal that is told at its moment, beside the consent that it falls with. */
export const insertOutgoingSignal = (tx: Queryable, { id, grantId, companyId, streamId, uri, dataSealed, masterKeyId, afterSeconds }: NewSignal) =>
  tx.query(INSERT, [shardOf(grantId), id, grantId, companyId, streamId, uri, dataSealed, masterKeyId, afterSeconds])

const UNTOLD = statement<{ grant_id: string }>(
  'find_untold_signals',
  `SELECT DISTINCT grant_id FROM outgoing_signals WHERE shard = $3 AND grant_id = ANY($1) AND type = $2 AND due_at > clock_timestamp()`,
)

/** Of one person's consents those of which a company is about to be told the same. */
export const findUntold = async (tx: Queryable, userId: string, grantIds: string[], uri: string) =>
  new Set((await tx.query(UNTOLD, [grantIds, uri, shardOf(userId)])).map(({ grant_id }) => grant_id))

const TAKE_BACK = statement<object>(
  'take_back_signal',
  `DELETE FROM outgoing_signals WHERE shard = $3 AND grant_id = $1 AND type = $2 AND due_at > clock_timestamp()`,
)

/** What was about to be told is no longer so. */
export const takeBackSignal = (tx: Queryable, grantId: string, uri: string) => tx.query(TAKE_BACK, [grantId, uri, shardOf(grantId)])

/** Signals that are read at once, on each database. */
export const BATCH = 1000

export type OutgoingSignal = {
  shard: Shard
  id: string
  grant_id: string
  company_id: string
  webhook_id: string
  type: string
  data_sealed: Buffer
  master_key_id: string
  due_at: Date
}

const COLUMNS = 'shard, id, grant_id, company_id, webhook_id, type, data_sealed, master_key_id, due_at'

const FIND_DUE = spanning<OutgoingSignal>(
  'find_due_signals',
  `SELECT ${COLUMNS} FROM outgoing_signals WHERE due_at <= (SELECT clock_timestamp()) AND company_id <> ALL($1) ORDER BY due_at, id LIMIT ${BATCH}`,
)

/** What is to be told by now of what waits on the primary whose part is being done. @param except companies whose signals wait for another turn */
export const findDueSignals = (except: string[]) => sql.query(FIND_DUE, [except])

const FIND_DUE_OF = statement<OutgoingSignal>(
  'find_due_signals_of_company',
  `SELECT ${COLUMNS} FROM outgoing_signals WHERE company_id = $1 AND due_at <= (SELECT clock_timestamp()) ORDER BY due_at, id LIMIT ${BATCH}`,
)

export const findDueSignalsOf = (companyId: string) => sql.query(FIND_DUE_OF, [companyId])

// A stream that is paused keeps what comes, and is not woken.
const DELIVER = statement<object>(
  'deliver_signals',
  `WITH signal AS (
     INSERT INTO webhook_deliveries (shard, webhook_id, event_id, type, data_sealed, master_key_id, grant_id, due_at, created_at, expires_at)
     SELECT $1, w.id, s.id, s.type, s.data_sealed, s.master_key_id, s.grant_id, s.at, s.at, s.at + interval '30 days'
     FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::timestamptz[])
       AS s (webhook_id, id, type, data_sealed, master_key_id, grant_id, at)
     JOIN webhooks w ON w.shard = $1 AND w.id = s.webhook_id AND w.company_id = $2 AND w.kind <> 'webhook' AND w.status <> 'disabled'
     ON CONFLICT (shard, webhook_id, event_id) DO NOTHING RETURNING webhook_id
   )
   UPDATE webhooks SET due_at = least(due_at, clock_timestamp())
   WHERE shard = $1 AND id IN (SELECT webhook_id FROM signal) AND kind = 'push' AND status = 'enabled'`,
)

/** Makes them deliveries of the company's stream, if it still has it; what is one already stays as it is. */
export const deliverSignals = (companyId: string, signals: readonly OutgoingSignal[]) =>
  sql.query(DELIVER, [
    shardOfCompany(companyId),
    companyId,
    signals.map(({ webhook_id }) => webhook_id),
    signals.map(({ id }) => id),
    signals.map(({ type }) => type),
    signals.map(({ data_sealed }) => data_sealed),
    signals.map(({ master_key_id }) => master_key_id),
    signals.map(({ grant_id }) => grant_id),
    signals.map(({ due_at }) => due_at),
  ])

const FORGET = statement<object>(
  'forget_outgoing_signals',
  `DELETE FROM outgoing_signals WHERE ctid = ANY(ARRAY(
     SELECT o.ctid FROM unnest($1::smallint[], $2::text[]) AS told (shard, id) JOIN outgoing_signals o ON o.shard = told.shard AND o.id = told.id
     FOR UPDATE OF o SKIP LOCKED))`,
)

export async function forgetOutgoingSignals(signals: readonly OutgoingSignal[]): Promise<void> {
  for (const those of grouped(signals, ({ shard }) => primaryOf(shard)).values())
    await sql.query(FORGET, [those.map(({ shard }) => shard), those.map(({ id }) => id)])
}
