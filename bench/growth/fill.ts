import pg from 'pg'

/**
 * Fills the tables up to a number of grants, each with an access token and a refresh token, the way they would be
 * spread: many apps, many people. Foreign keys are not checked while filling.
 */
const PEOPLE_PER_GRANT = 1 / 20

const FILL = (from: number, to: number) => [
  `INSERT INTO users (shard, id, email_index, email_sealed, profile_sealed, data_key_sealed, master_key_id, password_hash)
   SELECT n % 4096, 'fill-' || n, decode(md5('mail' || n), 'hex'), decode(repeat('ab', 60), 'hex'), decode(repeat('ab', 120), 'hex'),
          decode(repeat('ab', 60), 'hex'), 'fill', 'none'
   FROM generate_series(${Math.floor(from * PEOPLE_PER_GRANT)}, ${Math.floor(to * PEOPLE_PER_GRANT) - 1}) n`,
  `INSERT INTO email_directory (shard, email_index, user_id, claimed_at)
   SELECT (get_byte(m, 0) * 256 + get_byte(m, 1)) % 4096, m, 'fill-' || n, now()
   FROM generate_series(${Math.floor(from * PEOPLE_PER_GRANT)}, ${Math.floor(to * PEOPLE_PER_GRANT) - 1}) n, LATERAL (SELECT decode(md5('mail' || n), 'hex') AS m) of_mail`,
  `INSERT INTO subjects (shard, user_id, app_id, pair_sealed, sub_index, alias_index)
   SELECT n / 20 % 4096, 'fill-' || (n / 20), 'fill-app-' || (n % 20), decode(repeat('ab', 67), 'hex'), sha256(('s' || n)::bytea), sha256(('a' || n)::bytea)
   FROM generate_series(${from}, ${to - 1}) n`,
  `INSERT INTO grants (shard, id, user_id, app_id, granted_scopes, declined_scopes)
   SELECT n / 20 % 4096, 'grt_' || md5('g' || n), 'fill-' || (n / 20), 'fill-app-' || (n % 20), '{openid,email}', '{}' FROM generate_series(${from}, ${to - 1}) n`,
  `INSERT INTO access_tokens (shard, token_hash, grant_id, scopes, expires_at)
   SELECT n / 20 % 4096, sha256(('t' || n)::bytea), 'grt_' || md5('g' || n), '{openid,email}', now() + interval '1 hour' FROM generate_series(${from}, ${to - 1}) n`,
  `INSERT INTO refresh_tokens (shard, token_hash, grant_id, scopes, amr, auth_time, expires_at)
   SELECT n / 20 % 4096, sha256(('r' || n)::bytea), 'grt_' || md5('g' || n), '{openid,email,offline_access}', '{pwd}', now(), now() + interval '30 days'
   FROM generate_series(${from}, ${to - 1}) n`,
]

export async function fillTo(from: number, to: number): Promise<void> {
  await withOwnConnection(async (client) => {
    await client.query('SET session_replication_role = replica')
    for (const statement of FILL(from, to)) await client.query(statement)
    await settle(client)
  })
}

const QUIET_COMMITS = 200
const QUIET_MS = 20
const LONGEST_WAIT_MS = 300_000

/** What filling leaves behind is cleared up before anything is measured, not while: the disk too has much to write. */
async function settle(client: pg.Client): Promise<void> {
  await client.query('VACUUM (ANALYZE)')
  await client.query('CHECKPOINT')
  const end = performance.now() + LONGEST_WAIT_MS
  for (let quiet = 0; quiet < QUIET_COMMITS && performance.now() < end; quiet++) {
    const began = performance.now()
    await client.query("SELECT pg_logical_emit_message(true, 'bench', 'quiet')")
    if (performance.now() - began > QUIET_MS) quiet = 0
  }
}

/** Access tokens of one grant that expired already, for the purge to take away. */
export const addExpired = (count: number) =>
  withOwnConnection(async (client) => {
    await client.query('SET session_replication_role = replica')
    await client.query(`INSERT INTO access_tokens (shard, token_hash, grant_id, scopes, expires_at)
      SELECT n / 20 % 4096, sha256(('x' || n)::bytea), 'grt_' || md5('g' || n), '{openid}', now() - interval '1 hour' FROM generate_series(1, ${count}) n`)
    await settle(client)
  })

export const countExpired = () =>
  withOwnConnection(async (client) => {
    const { rows } = await client.query<{ left: number }>('SELECT count(*)::int AS left FROM access_tokens WHERE expires_at < now()')
    return rows[0]?.left ?? 0
  })

async function withOwnConnection<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
