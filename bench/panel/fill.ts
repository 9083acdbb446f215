import pg from 'pg'
import { countActivity } from '#lib/companies/overview/count-activity'
import { sumDays } from '#lib/request-log/sum-days'

/** How much a company has. @property lines of its request log; a tenth of them failed @property signIns of the last thirty days */
export type Size = { apps: number; consents: number; lines: number; signIns: number }

type Fill = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

/** Indexes are faster made of what is there than row by row, and checks hold for what the same statement always writes. */
async function withoutIndexes(fill: Fill, table: string, work: () => Promise<unknown>) {
  const indexes = await fill(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = $1::regclass AND NOT i.indisprimary`,
    [table],
  )
  const checks = await fill(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
    [table],
  )
  for (const { name } of indexes.rows) await fill(`DROP INDEX ${name}`)
  for (const { name } of checks.rows) await fill(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  await work()
  for (const { name, text } of checks.rows) await fill(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${text.replace(/ NOT VALID$/, '')} NOT VALID`)
  for (const { text } of indexes.rows) await fill(text)
}

/** Consents of each person. Their ids come after all others: who starts looks at the first person whether the keys are right. */
export const APPS_OF_ONE = 10

/** Kinds of requests. */
const ENDPOINT = `(ARRAY['POST /oauth2/token', 'POST /oauth2/introspect', 'GET /api/v1/apps/:id'])[n % 3 + 1]`
const CODE = `CASE WHEN n % 10 = 0 THEN (ARRAY['invalid_grant', 'invalid_client', 'invalid_request', 'invalid_scope'])[n / 10 % 4 + 1] END`

/**
 * Fills one company up, the way it would be spread: many apps, many people. Foreign keys are not checked while filling.
 * @param tag a letter of the company's own, for ids
 * @param appId the app that is looked at, one of `size.apps`
 */
export async function fillCompany(tag: string, companyId: string, appId: string, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  const fill = (text: string, values: unknown[] = []) => client.query(text, values)
  await fill('SET session_replication_role = replica')
  await fill(`SET maintenance_work_mem = '512MB'`)
  await fill('SET synchronous_commit = off')
  const app = (n: string) => `'app_${tag}' || lpad((${n})::text, 21, '0')`
  const ofMany = (n: string) => app(`${n} % ${size.apps - 1} + 1`)
  const people = size.consents / APPS_OF_ONE
  // Of each person one consent is at the app that is looked at; its list begins with others, which can be opened.
  const consentApp = `CASE WHEN n % ${APPS_OF_ONE} = 0 THEN $1 ELSE ${ofMany(`(n / ${APPS_OF_ONE} * ${APPS_OF_ONE - 1} + n % ${APPS_OF_ONE})`)} END`
  const consent = `n / ${APPS_OF_ONE} % 4096, 'z${tag}-' || (n / ${APPS_OF_ONE}), ${consentApp}`
  const at = (count: number) => `now() - make_interval(secs => n::bigint * 2592000 / ${count})`
  await fill(
    `INSERT INTO apps SELECT (jsonb_populate_record(a, jsonb_build_object('id', ${app('n')}, 'client_id', 'cli_${tag}' || lpad(n::text, 21, '0'), 'name', 'App ' || n, 'created_at', now() - make_interval(mins => n)))).*
     FROM apps a, generate_series(1, ${size.apps - 1}) n WHERE a.id = $1`,
    [appId],
  )
  await fill(
    `INSERT INTO users (shard, id, email_index, email_sealed, profile_sealed, data_key_sealed, master_key_id, password_hash)
     SELECT n % 4096, 'z${tag}-' || n, sha256(('${tag}m' || n)::bytea), '\\xab', '\\xab', '\\xab', (SELECT master_key_id FROM users LIMIT 1), 'none'
     FROM generate_series(0, ${people - 1}) n`,
  )
  await fill(
    `INSERT INTO subjects (shard, user_id, app_id, pair_sealed, sub_index, alias_index)
     SELECT ${consent}, '\\xab', '\\xffff' || sha256(('${tag}s' || n)::bytea), sha256(('${tag}a' || n)::bytea)
     FROM generate_series(0, ${size.consents - 1}) n`,
    [appId],
  )
  await fill(
    `INSERT INTO grants (shard, user_id, app_id, id, granted_scopes, declined_scopes)
     SELECT ${consent}, 'grt_${tag}' || md5('g' || n), '{openid,email}', '{}' FROM generate_series(0, ${size.consents - 1}) n`,
    [appId],
  )
  await fill(
    `INSERT INTO activity_events (shard, user_id, app_id, action, created_at)
     SELECT n % ${people} % 4096, 'z${tag}-' || (n % ${people}), ${ofMany('n')}, 'app.signed_in', ${at(size.signIns)}
     FROM generate_series(0, ${size.signIns - 1}) n`,
  )
  await withoutIndexes(fill, 'request_lines', () =>
    fill(
      `INSERT INTO request_lines (shard, request_id, company_id, caller_id, at, endpoint, status, code, latency, expires_at)
       SELECT company_shard($1), 'req_${tag}' || lpad(n::text, 21, '0'), $1, CASE WHEN n % 20 IN (0, 7) THEN $2 ELSE ${ofMany('n')} END, ${at(size.lines)},
         ${ENDPOINT}, CASE WHEN n % 10 = 0 THEN 400 ELSE 200 END, ${CODE}, n / 7 % 5, now() + interval '1 day'
       FROM generate_series(0, ${size.lines - 1}) n`,
      [companyId, appId],
    ),
  )
  // Of the company and of the app that is looked at.
  await fill(
    `INSERT INTO request_counts (shard, subject_id, hour, endpoint, code, reason, latency, count, expires_at)
     SELECT company_shard($1), s, date_trunc('hour', at, 'UTC'), '', coalesce(code, ''), '', latency, count(*), date_trunc('hour', at, 'UTC') + interval '31 days'
     FROM request_lines, unnest(CASE WHEN caller_id = $2 THEN ARRAY[$1, $2] ELSE ARRAY[$1] END) s WHERE company_id = $1 GROUP BY 2, 3, 5, 7`,
    [companyId, appId],
  )
  await fill(
    `INSERT INTO activity_waiting (shard, app_id, action, day) SELECT n % 4096, ${ofMany('n')}, 'app.signed_in', ((${at(size.signIns)}) AT TIME ZONE 'UTC')::date
     FROM generate_series(0, ${size.signIns - 1}) n`,
  )
  await countActivity()
  await sumDays()
  await client.end()
}

/** After the last company was filled up. */
export async function settleDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query('VACUUM (ANALYZE)')
  await client.query('CHECKPOINT')
  await client.end()
}
