import { type Queryable, sql, statement } from '#lib/core/db'
import { tracer } from '#lib/core/tracing'

/** Ids of the things the work is about; a person's data has no place in it. */
export type Payload = Record<string, string | number>

/** Work somebody holds. The number of tries is the proof of holding it: whoever takes it next has one more. */
export type TakenJob = { id: bigint; payload: Payload; tries: number; traceparent: string | null }

const ENQUEUE = statement<object>(
  'enqueue_job',
  `INSERT INTO queued_jobs (kind, payload, run_at, traceparent) VALUES ($1, $2::jsonb, clock_timestamp() + make_interval(secs => $3), $4)`,
)

/** Writes work down in the transaction that makes it necessary; where traces are on, it goes on with the one of this request. @param afterSeconds when it is due */
export const enqueueJob = (tx: Queryable, kind: string, payload: Payload, afterSeconds = 0) =>
  tx.query(ENQUEUE, [kind, JSON.stringify(payload), afterSeconds, tracer()?.here() ?? null])

// The oldest that is due and that nobody holds, or whose holder has not been heard of.
const TAKE = statement<TakenJob>(
  'take_job',
  `UPDATE queued_jobs SET tries = tries + 1, lease_until = clock_timestamp() + make_interval(secs => $2)
   WHERE id = (
     SELECT id FROM queued_jobs
     WHERE kind = $1 AND run_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())
       AND ($3::text IS NULL OR coalesce(payload->>$3, '') <> ALL($4::text[]))
     ORDER BY run_at FOR UPDATE SKIP LOCKED LIMIT 1)
   RETURNING id, payload, tries, traceparent`,
)

const EXTEND = statement<object>(
  'extend_job',
  `UPDATE queued_jobs SET lease_until = clock_timestamp() + make_interval(secs => $3) WHERE id = $1 AND tries = $2`,
)

const FINISH = statement<object>('finish_job', `DELETE FROM queued_jobs WHERE id = $1 AND tries = $2`)

const POSTPONE = statement<object>(
  'postpone_job',
  `UPDATE queued_jobs SET lease_until = NULL, run_at = clock_timestamp() + make_interval(secs => $3) WHERE id = $1 AND tries = $2`,
)

/** Values of one field of the payload, whose work is passed over for now. */
export type Full = { name: string; values: string[] }

/** Takes one piece of work, so that nobody else has it while the lease lasts. */
export const takeJob = async (kind: string, leaseSeconds: number, full: Full | null = null) =>
  (await sql.query(TAKE, [kind, leaseSeconds, full?.name ?? null, full?.values ?? []]))[0] ?? null

export const extendLease = ({ id, tries }: TakenJob, leaseSeconds: number) => sql.query(EXTEND, [id, tries, leaseSeconds])

export const finishJob = ({ id, tries }: TakenJob) => sql.query(FINISH, [id, tries])

export const postponeJob = ({ id, tries }: TakenJob, seconds: number) => sql.query(POSTPONE, [id, tries, seconds])
