import { sql, statement } from '#lib/core/db'
import { latencyClass, type Seen } from './seen'

/** @property age milliseconds since it was seen; absent where it is counted and not listed */
export type Batch = { seen: Seen; age?: number; times: number }[]

// One statement a turn. Whose app a client id is, the database knows; of one that is nobody's nothing is kept. Counters are taken in one order
// by every process, so that none waits for another in a circle.
const WRITE = statement<object>(
  'write_request_log',
  `WITH seen AS MATERIALIZED (
     SELECT coalesce(a.company_id, x.key_company_id) AS company_id, coalesce(a.id, x.key_id) AS caller_id,
       clock_timestamp() - make_interval(secs => coalesce(x.age, 0) / 1000) AS at, x.*
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::int[], $10::text[], $11::float8[], $12::int[])
       AS x (client_id, key_company_id, key_id, request_id, endpoint, status, code, reason, latency, library, age, times)
     LEFT JOIN apps a ON a.client_id = x.client_id
     WHERE a.id IS NOT NULL OR x.key_id IS NOT NULL
   ), listed AS (
     INSERT INTO request_lines (request_id, company_id, caller_id, at, endpoint, status, code, reason, latency, library, expires_at)
     SELECT request_id, company_id, caller_id, at, endpoint, status, code, reason, latency, library, at + interval '30 days'
     FROM seen WHERE age IS NOT NULL ON CONFLICT DO NOTHING
   )
   INSERT INTO request_counts AS c (subject_id, hour, endpoint, code, reason, latency, count, expires_at)
   SELECT s.subject_id, date_trunc('hour', s.at, 'UTC'), s.endpoint, coalesce(s.code, ''), coalesce(s.reason, ''), coalesce(s.latency, -1), sum(s.times),
     date_trunc('hour', s.at, 'UTC') + interval '31 days'
   FROM (SELECT caller_id AS subject_id, * FROM seen UNION ALL SELECT company_id, * FROM seen) s
   GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
   ON CONFLICT (subject_id, hour, endpoint, code, reason, latency) DO UPDATE SET count = c.count + excluded.count`,
)

const rowOf = ({ seen, age, times }: Batch[number]) => {
  const { caller } = seen
  const [client, company, key] = 'clientId' in caller ? [caller.clientId, null, null] : [null, caller.companyId, caller.keyId]
  const latency = seen.took === null ? null : latencyClass(seen.took)
  return [client, company, key, seen.id, seen.endpoint, seen.status, seen.code, seen.reason, latency, seen.library, age ?? null, times]
}

/** Lists and counts what was seen. */
export async function writeBatch(batch: Batch): Promise<void> {
  const rows = batch.map(rowOf)
  await sql.query(
    WRITE,
    Array.from({ length: 12 }, (_, nth) => rows.map((row) => row[nth])),
  )
}
