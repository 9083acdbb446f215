import pg from 'pg'
import { countActivity } from '#lib/companies/overview/count-activity'

/** How much a company has. @property lines of its request log; a tenth of them failed @property signIns of the last thirty days */
export type Size = { apps: number; consents: number; lines: number; signIns: number }

const appOf = (n: string) => `'app_' || lpad((${n})::text, 22, '0')`

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

/** Fills one company up, the way it would be spread: many apps, many people. Foreign keys are not checked while filling. */
export async function fillCompany(companyId: string, appId: string, from: Size, to: Size): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  const fill = (text: string, values: unknown[] = []) => client.query(text, values)
  await fill('SET session_replication_role = replica')
  await fill(`SET maintenance_work_mem = '512MB'`)
  await fill('SET synchronous_commit = off')
  // Of each person one consent is at the app that is looked at; its list begins with others, which can be opened.
  const consentApp = `CASE WHEN n % 20 = 0 THEN $1 ELSE ${appOf(`n % ${to.apps}`)} END`
  await fill(
    `INSERT INTO apps SELECT (jsonb_populate_record(a, jsonb_build_object('id', ${appOf('n')}, 'client_id', 'cli_' || lpad(n::text, 22, '0'), 'name', 'App ' || n))).*
     FROM apps a, generate_series(${from.apps}, ${to.apps - 1}) n WHERE a.id = $1`,
    [appId],
  )
  await fill(
    `INSERT INTO users (shard, id, email_index, email_sealed, profile_sealed, data_key_sealed, master_key_id, password_hash)
     SELECT n % 4096, 'fill-' || n, sha256(('m' || n)::bytea), '\\xab', '\\xab', '\\xab', 'fill', 'none'
     FROM generate_series(${from.consents / 20}, ${to.consents / 20 - 1}) n`,
  )
  await fill(
    `INSERT INTO subjects (shard, user_id, app_id, pair_sealed, sub_index, alias_index)
     SELECT n / 20 % 4096, 'fill-' || (n / 20), ${consentApp}, '\\xab', '\\xffff' || sha256(('s' || n)::bytea), sha256(('a' || n)::bytea)
     FROM generate_series(${from.consents}, ${to.consents - 1}) n ON CONFLICT DO NOTHING`,
    [appId],
  )
  await fill(
    `INSERT INTO grants (shard, id, user_id, app_id, granted_scopes, declined_scopes)
     SELECT n / 20 % 4096, 'grt_' || md5('g' || n), 'fill-' || (n / 20), ${consentApp}, '{openid,email}', '{}'
     FROM generate_series(${from.consents}, ${to.consents - 1}) n ON CONFLICT DO NOTHING`,
    [appId],
  )
  await fill(
    `INSERT INTO activity_events (shard, user_id, app_id, action, created_at)
     SELECT n / 20 % 4096, 'fill-' || (n / 20), ${appOf(`n % ${to.apps}`)}, 'app.signed_in', now() - make_interval(secs => n % 2592000)
     FROM generate_series(${from.signIns}, ${to.signIns - 1}) n`,
  )
  await withoutIndexes(fill, 'request_lines', () =>
    fill(
      `INSERT INTO request_lines (shard, request_id, company_id, caller_id, at, endpoint, status, code, latency, expires_at)
     SELECT company_shard($1), 'req_' || lpad(n::text, 22, '0'), $1, CASE WHEN n % 20 IN (0, 7) THEN $2 ELSE ${appOf(`n % ${to.apps}`)} END, now() - make_interval(secs => n % 2592000), 'POST /oauth2/token',
       CASE WHEN n % 10 = 0 THEN 400 ELSE 200 END, CASE WHEN n % 10 = 0 THEN 'invalid_grant' END, 1, now() + interval '1 day'
     FROM generate_series(${from.lines}, ${to.lines - 1}) n`,
      [companyId, appId],
    ),
  )
  await fill(
    `INSERT INTO activity_waiting (shard, app_id, action, day)
     SELECT n / 20 % 4096, ${appOf(`n % ${to.apps}`)}, 'app.signed_in', ((now() - make_interval(secs => n % 2592000)) AT TIME ZONE 'UTC')::date
     FROM generate_series(${from.signIns}, ${to.signIns - 1}) n`,
  )
  await countActivity()
  await fill(
    `INSERT INTO request_counts (shard, subject_id, hour, endpoint, code, reason, latency, count, expires_at)
     SELECT company_shard($1), $1, date_trunc('hour', now()) - make_interval(hours => h), 'POST /oauth2/token', '', '', l, 100, now() + interval '1 day'
     FROM generate_series(0, 719) h, generate_series(0, 4) l ON CONFLICT DO NOTHING`,
    [companyId],
  )
  await fill('VACUUM (ANALYZE)')
  await fill('CHECKPOINT')
  await client.end()
}
