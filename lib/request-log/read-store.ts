import { sql, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'

/** A request as its company may read it. Times are when it was answered. */
export type RequestLine = {
  request_id: string
  caller_id: string
  at: Date
  endpoint: string
  status: number
  code: string | null
  reason: string | null
  latency: number | null
  library: string | null
}

const LINE = 'request_id, caller_id, at, endpoint, status, code, reason, latency, library'

/** @property before the last line that was seen */
export type Page = { before: { at: Date; id: string } | null; take: number }

// A statement for each question, so that each follows its own index however long the log is.
const find = (name: string, condition: string) =>
  statement<RequestLine>(
    `find_request_lines_${name}`,
    `SELECT ${LINE} FROM request_lines
     WHERE shard = $5 AND company_id = $1 AND expires_at > clock_timestamp() AND ($2::timestamptz IS NULL OR (at, request_id) < ($2, $3)) AND ${condition}
     ORDER BY at DESC, request_id DESC LIMIT $4`,
  )

const ALL = find('all', '$6::text IS NULL')
const FAILED = find('failed', 'code IS NOT NULL AND ($6::text IS NULL OR code = $6)')
const OF_CALLER = find('of_caller', 'caller_id = $6')
const FAILED_OF_CALLER = find('failed_of_caller', 'code IS NOT NULL AND caller_id = $6 AND ($7::text IS NULL OR code = $7)')

/** @property callerId an app or a key @property code with which it was refused; any where `isFailed` alone is set */
export type LineFilter = { callerId: string | null; isFailed: boolean; code: string | null }

/** A company's requests, newest first. */
export function findRequestLines(companyId: string, { callerId, isFailed, code }: LineFilter, { before, take }: Page): Promise<RequestLine[]> {
  const values = [companyId, before?.at ?? null, before?.id ?? null, take, shardOfCompany(companyId)]
  if (callerId === null) return sql.query(isFailed ? FAILED : ALL, [...values, isFailed ? code : null])
  return isFailed ? sql.query(FAILED_OF_CALLER, [...values, callerId, code]) : sql.query(OF_CALLER, [...values, callerId])
}

const ONE = statement<RequestLine>(
  'find_request_line',
  `SELECT ${LINE} FROM request_lines WHERE shard = $3 AND request_id = $1 AND company_id = $2 AND expires_at > clock_timestamp()`,
)

export const findRequestLine = async (companyId: string, requestId: string) =>
  (await sql.query(ONE, [requestId, companyId, shardOfCompany(companyId)]))[0] ?? null

export type CountRow = { bucket: Date; code: string; reason: string; latency: number; count: string }

const COUNTS = statement<CountRow>(
  'count_requests',
  `SELECT date_trunc($3, hour, 'UTC') AS bucket, code, reason, latency, sum(count)::text AS count FROM request_counts
   WHERE shard = $4 AND subject_id = $1 AND hour >= date_trunc($3, clock_timestamp(), 'UTC') - make_interval(hours => $2)
   GROUP BY 1, 2, 3, 4`,
)

/** @param subjectId an app, a key or the whole company @param hours before the last bucket begins @param unit of the buckets */
export const countRequests = (companyId: string, subjectId: string, hours: number, unit: 'hour' | 'day') =>
  sql.query(COUNTS, [subjectId, hours, unit, shardOfCompany(companyId)])

const CALLERS = statement<{ id: string; name: string }>(
  'find_callers',
  `(SELECT id, name FROM apps WHERE company_id = $1 ORDER BY name, id LIMIT $2)
   UNION ALL (SELECT id, name FROM api_keys WHERE company_id = $1 AND invalidated_at IS NULL ORDER BY name, id LIMIT $2)`,
)

/** Apps and live keys to choose from. */
export const findCallers = (companyId: string, take: number) => sql.query(CALLERS, [companyId, take])

const NAMES = statement<{ id: string; name: string }>(
  'find_caller_names',
  `SELECT id, name FROM apps WHERE company_id = $1 AND id = ANY($2) UNION ALL SELECT id, name FROM api_keys WHERE company_id = $1 AND id = ANY($2)`,
)

export const findCallerNames = async (companyId: string, ids: string[]) =>
  new Map((await sql.query(NAMES, [companyId, ids])).map(({ id, name }) => [id, name]))

const USED = statement<{ id: string; name: string; used: number }>(
  'find_rate_use',
  `WITH now AS (SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS second),
   subject AS (
     (SELECT k.id, k.name FROM api_keys k JOIN api_key_uses u ON u.shard = $3 AND u.key_id = k.id
      WHERE k.company_id = $1 AND k.invalidated_at IS NULL ORDER BY u.last_used_at DESC NULLS LAST LIMIT $2)
     UNION ALL SELECT $1, ''
   )
   SELECT s.id, s.name, coalesce((
     SELECT sum(n) FROM rate_counters r, now,
       unnest((array_fill(0, ARRAY[least(greatest(now.second - r.last_second, 0), 61)::int]) || r.counts)[1:61]) AS n WHERE r.shard = $3 AND r.subject = s.id), 0)::int AS used
   FROM subject s`,
)

/** Requests of the last minute, as the limits count them: of the keys that were used last, and of the company under its own id. */
export const findRateUse = (companyId: string, take: number) => sql.query(USED, [companyId, take, shardOfCompany(companyId)])
