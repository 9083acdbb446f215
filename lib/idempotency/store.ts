import { sql, statement } from '#lib/core/db'

/** What a key was used for. Status 0: the first request is still being answered. */
export type StoredAnswer = { request_hash: Buffer; status: number; body: unknown; location: string | null }

// An expired key is free again; a live one stays with the request that came first.
const CLAIM = statement<{ company_id: string }>(
  'claim_idempotency_key',
  `INSERT INTO idempotent_answers AS a (company_id, key, request_hash, status, body, expires_at)
   VALUES ($1, $2, $3, 0, '{}', clock_timestamp() + interval '24 hours')
   ON CONFLICT (company_id, key) DO UPDATE SET request_hash = $3, status = 0, body = '{}', location = NULL, expires_at = excluded.expires_at
   WHERE a.expires_at <= clock_timestamp()
   RETURNING company_id`,
)

const READ = statement<StoredAnswer>(
  'read_idempotent_answer',
  `SELECT request_hash, status, body, location FROM idempotent_answers WHERE company_id = $1 AND key = $2`,
)

const KEEP = statement<object>(
  'keep_idempotent_answer',
  `UPDATE idempotent_answers SET status = $3, body = $4, location = $5 WHERE company_id = $1 AND key = $2`,
)

const RELEASE = statement<object>('release_idempotency_key', `DELETE FROM idempotent_answers WHERE company_id = $1 AND key = $2 AND status = 0`)

/** @returns whether this request is the first with the key */
export const claimKey = async (companyId: string, key: string, requestHash: Buffer) =>
  (await sql.query(CLAIM, [companyId, key, requestHash])).length === 1

export const readAnswer = async (companyId: string, key: string) => (await sql.query(READ, [companyId, key]))[0] ?? null

export const keepAnswer = (companyId: string, key: string, status: number, body: unknown, location: string | null) =>
  sql.query(KEEP, [companyId, key, status, JSON.stringify(body), location])

export const releaseKey = (companyId: string, key: string) => sql.query(RELEASE, [companyId, key])
