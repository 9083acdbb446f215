import { sql, statement } from '#lib/core/db'
import { primaryOf, type Shard, shardOfCompany } from '#lib/core/shard'
import { latencyClass, type Seen } from './seen'

/** @property age milliseconds since it was seen; absent where it is counted and not listed */
export type Batch = { seen: Seen; age?: number; times: number }[]

const FIND_APPS = statement<{ id: string; client_id: string; company_id: string }>(
  'find_apps_of_clients',
  'SELECT id, client_id, company_id FROM apps WHERE client_id = ANY($1)',
)

// Counters are taken in one order by every process, so that none waits for another in a circle.
const WRITE = statement<object>(
  'write_request_log',
  `WITH seen AS MATERIALIZED (
     SELECT x.*, clock_timestamp() - make_interval(secs => coalesce(x.age, 0) / 1000) AS at
     FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::int[], $10::text[], $11::float8[], $12::int[])
       AS x (shard, company_id, caller_id, request_id, endpoint, status, code, reason, latency, library, age, times)
   ), listed AS (
     INSERT INTO request_lines (shard, request_id, company_id, caller_id, at, endpoint, status, code, reason, latency, library, expires_at)
     SELECT shard, request_id, company_id, caller_id, at, endpoint, status, code, reason, latency, library, at + interval '30 days'
     FROM seen WHERE age IS NOT NULL
   )
   INSERT INTO request_counts AS c (shard, subject_id, hour, endpoint, code, reason, latency, count, expires_at)
   SELECT s.shard, s.subject_id, date_trunc('hour', s.at, 'UTC'), s.endpoint, coalesce(s.code, ''), coalesce(s.reason, ''), coalesce(s.latency, -1),
     sum(s.times), date_trunc('hour', s.at, 'UTC') + interval '31 days'
   FROM (SELECT caller_id AS subject_id, * FROM seen UNION ALL SELECT company_id, * FROM seen) s
   GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
   ON CONFLICT (shard, subject_id, hour, endpoint, code, reason, latency) DO UPDATE SET count = c.count + excluded.count`,
)

type Who = { companyId: string; id: string }

/** Whose a client id is, the database knows; of one that is nobody's nothing is kept. */
async function findApps(batch: Batch): Promise<Map<string, Who>> {
  const clients = [...new Set(batch.flatMap(({ seen: { caller } }) => ('clientId' in caller ? [caller.clientId] : [])))]
  if (clients.length === 0) return new Map()
  return new Map((await sql.query(FIND_APPS, [clients])).map((app) => [app.client_id, { companyId: app.company_id, id: app.id }]))
}

const COLUMNS = 12

function rowOf(shard: Shard, { companyId, id }: Who, { seen, age, times }: Batch[number]): unknown[] {
  const latency = seen.took === null ? null : latencyClass(seen.took)
  return [shard, companyId, id, seen.id, seen.endpoint, seen.status, seen.code, seen.reason, latency, seen.library, age ?? null, times]
}

/** Lists and counts what was seen, with a statement for each primary that companies of it are on. */
export async function writeBatch(batch: Batch): Promise<void> {
  const apps = await findApps(batch)
  const primaries = new Map<number, unknown[][]>()
  for (const one of batch) {
    const { caller } = one.seen
    const who = 'clientId' in caller ? apps.get(caller.clientId) : { companyId: caller.companyId, id: caller.keyId }
    if (!who) continue
    const shard = shardOfCompany(who.companyId)
    const columns = primaries.get(primaryOf(shard)) ?? Array.from({ length: COLUMNS }, () => [])
    primaries.set(primaryOf(shard), columns)
    for (const [nth, value] of rowOf(shard, who, one).entries()) columns[nth]?.push(value)
  }
  for (const columns of primaries.values()) await sql.query(WRITE, columns)
}
