import { sql, statement } from '#lib/core/db'
import { primaryOf, type Shard, shardOfCompany } from '#lib/core/shard'
import { latencyClass, type Seen } from './seen'

/** @property age milliseconds since it was seen; absent where it is counted and not listed */
export type Batch = { seen: Seen; age?: number; times: number }[]

const FIND_APPS = statement<{ id: string; client_id: string; company_id: string }>(
  'find_apps_of_clients',
  'SELECT id, client_id, company_id FROM apps WHERE client_id = ANY($1)',
)

/** Columns that the statement is given of lines and of counts. */
const OF_LINES = 11
const OF_COUNTS = 6

// A request id is drawn here and comes once: nothing is looked for before a line is written.
const WRITE = statement<object>(
  'write_request_log',
  `WITH listed AS (
     INSERT INTO request_lines (shard, company_id, caller_id, request_id, endpoint, status, code, reason, latency, library, at, expires_at)
     SELECT shard, company_id, caller_id, request_id, endpoint, status, code, reason, latency, library, at, at + interval '30 days'
     FROM (SELECT x.*, clock_timestamp() - make_interval(secs => age / 1000) AS at FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::text[], $9::smallint[], $10::text[], $11::float8[])
       AS x (shard, company_id, caller_id, request_id, endpoint, status, code, reason, latency, library, age)) line
   )
   INSERT INTO request_counts AS c (shard, subject_id, hour, endpoint, code, reason, latency, count, expires_at)
   SELECT shard, subject_id, hour, '', code, reason, latency, times, hour + interval '31 days'
   FROM (SELECT x.*, date_trunc('hour', clock_timestamp(), 'UTC') AS hour FROM unnest($12::smallint[], $13::text[], $14::text[], $15::text[], $16::smallint[], $17::int[])
     AS x (shard, subject_id, code, reason, latency, times)) kind
   ON CONFLICT (shard, subject_id, hour, endpoint, code, reason, latency) DO UPDATE SET count = c.count + excluded.count`,
)

type Who = { companyId: string; id: string }

/** Whose a client id is, the database knows; of one that is nobody's nothing is kept. */
async function findApps(batch: Batch): Promise<Map<string, Who>> {
  const clients = [...new Set(batch.flatMap(({ seen: { caller } }) => ('clientId' in caller ? [caller.clientId] : [])))]
  if (clients.length === 0) return new Map()
  return new Map((await sql.query(FIND_APPS, [clients])).map((app) => [app.client_id, { companyId: app.company_id, id: app.id }]))
}

/** What goes to one primary. @property counts by what tells kinds apart */
type Columns = { lines: unknown[][]; counts: Map<string, unknown[]> }

/** How many of each kind there were is found out here: the database is given a few sums, and counts them in the hour in which they are written. */
function count(
  counts: Columns['counts'],
  kind: readonly [shard: Shard, subject: string, code: string, reason: string, latency: number],
  times: number,
) {
  const key = kind.join(' ')
  const known = counts.get(key)
  if (known) (known[kind.length] as number) += times
  else counts.set(key, [...kind, times])
}

function add({ lines, counts }: Columns, shard: Shard, { companyId, id }: Who, { seen, age, times }: Batch[number]) {
  const { endpoint, status, code, reason, took, library } = seen
  const latency = took === null ? null : latencyClass(took)
  if (age !== undefined) lines.push([shard, companyId, id, seen.id, endpoint, status, code, reason, latency, library, age])
  for (const subject of [id, companyId]) count(counts, [shard, subject, code ?? '', reason ?? '', latency ?? -1], times)
}

const transposed = (rows: readonly unknown[][], columns: number) => Array.from({ length: columns }, (_, nth) => rows.map((row) => row[nth]))

/** In one order for every process, so that none waits for another in a circle. */
const inOrder = (counts: Columns['counts']) => [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)

/** Lists and counts what was seen, with a statement for each primary that companies of it are on. */
export async function writeBatch(batch: Batch): Promise<void> {
  const apps = await findApps(batch)
  const primaries = new Map<number, Columns>()
  for (const one of batch) {
    const { caller } = one.seen
    const who = 'clientId' in caller ? apps.get(caller.clientId) : { companyId: caller.companyId, id: caller.keyId }
    if (!who) continue
    const shard = shardOfCompany(who.companyId)
    const columns = primaries.get(primaryOf(shard)) ?? { lines: [], counts: new Map() }
    primaries.set(primaryOf(shard), columns)
    add(columns, shard, who, one)
  }
  const values = [...primaries.values()].map(({ lines, counts }) => [...transposed(lines, OF_LINES), ...transposed(inOrder(counts), OF_COUNTS)])
  const written = await Promise.allSettled(values.map((columns) => sql.query(WRITE, columns)))
  for (const one of written) if (one.status === 'rejected') throw one.reason
}
