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

// A statement for each question, so that each follows its own index however long the log is and however far back the page.
const find = (name: string, condition: string) =>
  statement<RequestLine>(
    `find_request_lines_${name}`,
    `SELECT ${LINE} FROM request_lines
     WHERE shard = $5 AND company_id = $1 AND expires_at > clock_timestamp() AND (at, request_id) < ($2, $3) ${condition}
     ORDER BY at DESC, request_id DESC LIMIT $4`,
  )

const ALL = find('all', '')
const FAILED = find('failed', 'AND code IS NOT NULL')
const WITH_CODE = find('with_code', 'AND code = $6')
const OF_CALLER = find('of_caller', 'AND caller_id = $6')
const FAILED_OF_CALLER = find('failed_of_caller', 'AND code IS NOT NULL AND caller_id = $6')
const WITH_CODE_OF_CALLER = find('with_code_of_caller', 'AND caller_id = $6 AND code = $7')

/** @property callerId an app or a key @property code with which it was refused; any where `isFailed` alone is set */
export type LineFilter = { callerId: string | null; isFailed: boolean; code: string | null }

/** A company's requests, newest first. */
export function findRequestLines(companyId: string, { callerId, isFailed, code }: LineFilter, { before, take }: Page): Promise<RequestLine[]> {
  const values = [companyId, before?.at ?? 'infinity', before?.id ?? '', take, shardOfCompany(companyId)]
  const withCode = isFailed ? code : null
  if (callerId === null) return withCode === null ? sql.query(isFailed ? FAILED : ALL, values) : sql.query(WITH_CODE, [...values, withCode])
  if (withCode !== null) return sql.query(WITH_CODE_OF_CALLER, [...values, callerId, withCode])
  return sql.query(isFailed ? FAILED_OF_CALLER : OF_CALLER, [...values, callerId])
}

const ONE = statement<RequestLine>(
  'find_request_line',
  `SELECT ${LINE} FROM request_lines WHERE shard = $3 AND request_id = $1 AND company_id = $2 AND expires_at > clock_timestamp()`,
)

export const findRequestLine = async (companyId: string, requestId: string) =>
  (await sql.query(ONE, [requestId, companyId, shardOfCompany(companyId)]))[0] ?? null

export type CountRow = { bucket: Date; code: string; reason: string; latency: number; count: string }

// The rows are many, so their buckets are cut by arithmetic.
const BINS = `timestamptz '2000-01-01 00:00:00Z'`

// The first hour has to be one moment for the whole statement, or the index is not asked for it.
const BY_HOUR = statement<CountRow>(
  'count_requests_by_hour',
  `SELECT hour AS bucket, code, reason, latency, sum(count)::text AS count FROM request_counts
   WHERE shard = $3 AND subject_id = $1 AND hour >= date_bin('1 hour', statement_timestamp(), ${BINS}) - make_interval(hours => $2)
   GROUP BY 1, 2, 3, 4`,
)

// A day is in one table or in the other, or in both for as long as its hours are being moved: one statement sees each count once.
const BY_DAY = statement<CountRow>(
  'count_requests_by_day',
  `SELECT bucket, code, reason, latency, sum(count)::text AS count FROM (
     SELECT day::timestamp AT TIME ZONE 'UTC' AS bucket, code, reason, latency, count FROM request_days
     WHERE shard = $3 AND subject_id = $1 AND day >= (statement_timestamp() AT TIME ZONE 'UTC')::date - $2::int
     UNION ALL
     SELECT date_bin('1 day', hour, ${BINS}), code, reason, latency, count FROM request_counts
     WHERE shard = $3 AND subject_id = $1 AND hour >= date_bin('1 day', statement_timestamp(), ${BINS}) - make_interval(hours => 24 * $2::int)
   ) counted GROUP BY 1, 2, 3, 4`,
)

/** @param subjectId an app, a key or the whole company @param before how many hours or days of UTC come before the one that it is */
export const countRequests = (companyId: string, subjectId: string, unit: 'hour' | 'day', before: number) =>
  sql.query(unit === 'hour' ? BY_HOUR : BY_DAY, [subjectId, before, shardOfCompany(companyId)])

const KEYS = statement<{ id: string; name: string }>(
  'find_key_choices',
  `SELECT id, name FROM api_keys WHERE company_id = $1 AND invalidated_at IS NULL ORDER BY created_at DESC LIMIT $2`,
)

/** Live keys to choose from, the newest ones. */
export const findKeyChoices = (companyId: string, take: number) => sql.query(KEYS, [companyId, take])

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
