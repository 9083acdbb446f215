import pg from 'pg'

/**
 * Postgres behind oidc-provider, as its documentation describes an adapter: one table, an index for each way rows are
 * looked up, prepared statements, a pool.
 */
export const SCHEMA = `
  CREATE TABLE payloads (
    kind text NOT NULL, id text NOT NULL, payload jsonb NOT NULL, grant_id text, user_code text, uid text,
    expires_at timestamptz, consumed_at timestamptz, PRIMARY KEY (kind, id)
  );
  CREATE INDEX ON payloads (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX ON payloads (kind, uid) WHERE uid IS NOT NULL;
  CREATE INDEX ON payloads (kind, user_code) WHERE user_code IS NOT NULL;
  CREATE INDEX ON payloads (expires_at);
  CREATE TABLE accounts (id text PRIMARY KEY, claims jsonb NOT NULL);`

type Payload = { grantId?: string; userCode?: string; uid?: string; consumed?: unknown } & Record<string, unknown>

type Row = { payload: Payload; consumed_at: Date | null }

const FIND = 'SELECT payload, consumed_at FROM payloads WHERE kind = $1 AND (expires_at IS NULL OR expires_at > now())'

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL ?? 10) })

export class PostgresAdapter {
  constructor(private readonly kind: string) {}

  private async one(name: string, text: string, value: string): Promise<Payload | undefined> {
    const { rows } = await pool.query<Row>({ name, text, values: [this.kind, value] })
    const [row] = rows
    return row && { ...row.payload, ...(row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }) }
  }

  find = (id: string) => this.one('find', `${FIND} AND id = $2`, id)
  findByUid = (uid: string) => this.one('find_uid', `${FIND} AND uid = $2`, uid)
  findByUserCode = (code: string) => this.one('find_user_code', `${FIND} AND user_code = $2`, code)

  async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
    await pool.query({
      name: 'upsert',
      text: `INSERT INTO payloads (kind, id, payload, grant_id, user_code, uid, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
             ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
               user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
      values: [this.kind, id, JSON.stringify(payload), payload.grantId, payload.userCode, payload.uid, expiresIn ?? null],
    })
  }

  async consume(id: string): Promise<void> {
    await pool.query({ name: 'consume', text: 'UPDATE payloads SET consumed_at = now() WHERE kind = $1 AND id = $2', values: [this.kind, id] })
  }

  async destroy(id: string): Promise<void> {
    await pool.query({ name: 'destroy', text: 'DELETE FROM payloads WHERE kind = $1 AND id = $2', values: [this.kind, id] })
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await pool.query({ name: 'revoke', text: 'DELETE FROM payloads WHERE grant_id = $1', values: [grantId] })
  }
}
