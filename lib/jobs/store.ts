import { type Queryable, spanning, sql, statement } from '#lib/core/db'
import { OF_COMPANIES, type Shard, shardOf } from '#lib/core/shard'
import { tracer } from '#lib/core/tracing'

/** Ids of the things the work is about; a person's data has no place in it. */
export type Payload = Record<string, string | number>

/** Work somebody holds. The number of tries is the proof of holding it: whoever takes it next has one more. */
export type TakenJob = { shard: Shard; id: bigint; payload: Payload; tries: number; traceparent: string | null }

const ENQUEUE = statement<object>(
  'enqueue_job',
  `INSERT INTO queued_jobs (shard, kind, payload, run_at, traceparent) VALUES ($5, $1, $2::jsonb, clock_timestamp() + make_interval(secs => $3), $4)`,
)

/** Work lies beside the rows that it is about. */
function shardOfWork({ user, mail, session }: Payload): Shard {
  const about = user ?? mail ?? session
  return typeof about === 'string' ? shardOf(about) : OF_COMPANIES
}

/** Writes work down in the transaction that makes it necessary; where traces are on, it goes on with the one of this request. @param afterSeconds when it is due */
export const enqueueJob = (tx: Queryable, kind: string, payload: Payload, afterSeconds = 0) =>
  tx.query(ENQUEUE, [kind, JSON.stringify(payload), afterSeconds, tracer()?.here() ?? null, shardOfWork(payload)])

// Of each shard the oldest that is due and that nobody holds, or whose holder has not been heard of.
const TAKE = spanning<TakenJob>(
  'take_job',
  `UPDATE queued_jobs SET tries = tries + 1, lease_until = clock_timestamp() + make_interval(secs => $2)
   WHERE (shard, id) = (
     SELECT shard, id FROM queued_jobs
     WHERE kind = $1 AND run_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())
       AND ($3::text IS NULL OR coalesce(payload->>$3, '') <> ALL($4::text[]))
     ORDER BY run_at FOR UPDATE SKIP LOCKED LIMIT 1)
   RETURNING shard, id, payload, tries, traceparent`,
)

const EXTEND = statement<object>(
  'extend_job',
  `UPDATE queued_jobs SET lease_until = clock_timestamp() + make_interval(secs => $3) WHERE shard = $4 AND id = $1 AND tries = $2`,
)

const FINISH = statement<object>('finish_job', `DELETE FROM queued_jobs WHERE shard = $3 AND id = $1 AND tries = $2`)

const POSTPONE = statement<object>(
  'postpone_job',
  `UPDATE queued_jobs SET lease_until = NULL, run_at = clock_timestamp() + make_interval(secs => $3)
   WHERE shard = $4 AND id = $1 AND tries = $2`,
)

/** Values of one field of the payload, whose work is passed over for now. */
export type Full = { name: string; values: string[] }

/** Takes a piece of work, and of several databases one of each, so that nobody else has it while the lease lasts. */
export const takeJobs = (kind: string, leaseSeconds: number, full: Full | null = null) =>
  sql.query(TAKE, [kind, leaseSeconds, full?.name ?? null, full?.values ?? []])

export const extendLease = ({ shard, id, tries }: TakenJob, leaseSeconds: number) => sql.query(EXTEND, [id, tries, leaseSeconds, shard])

export const finishJob = ({ shard, id, tries }: TakenJob) => sql.query(FINISH, [id, tries, shard])

export const postponeJob = ({ shard, id, tries }: TakenJob, seconds: number) => sql.query(POSTPONE, [id, tries, seconds, shard])
