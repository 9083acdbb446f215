import { type Queryable, statement } from '#lib/core/db'
import type { StoredCode } from '../judge-exchange'
import type { StoredRefreshToken } from '../judge-refresh'
import { CLIENT_COLUMNS, type Client, type ClientRow, toClient } from './client'

/** The person's sign-in as the id_token tells it. */
export type SignIn = { sub: string; authTime: Date; amr: string[]; nonce: string | null; now: Date }

type Family = { grantId: string; grantedScopes: string[]; signIn: SignIn; scopes: string[] }

type FamilyRow = ClientRow & {
  grant_id: string | null
  grant_app_id: string
  granted_scopes: string[]
  token_scopes: string[]
  is_used: boolean
  is_expired: boolean
  amr: string[]
  auth_time: Date
  sub: string
  now: Date
}

// Lock order everywhere: app, grant, code or token. One statement takes all three, each part waiting for the one before,
// and every locked row is read as it is after the wait. The app is shared, so that rotating a secret, changing scopes
// and deactivating wait for running exchanges and are waited for by the next.
const LOCK_CODE = statement<FamilyRow & { redirect_uri: string; code_challenge: string | null; nonce: string | null }>(
  'lock_authorization_code',
  `WITH app AS MATERIALIZED (
     SELECT * FROM apps WHERE client_id = $1 FOR SHARE
   ), family AS MATERIALIZED (
     SELECT * FROM grants
     WHERE id = (SELECT grant_id FROM authorization_codes WHERE code_hash = ANY($2)) AND EXISTS (SELECT FROM app)
     FOR NO KEY UPDATE
   ), code AS MATERIALIZED (
     SELECT * FROM authorization_codes WHERE code_hash = ANY($2) AND EXISTS (SELECT FROM family) FOR UPDATE
   )
   SELECT ${CLIENT_COLUMNS}, f.id AS grant_id, f.app_id AS grant_app_id, f.granted_scopes, c.scopes AS token_scopes,
          c.redirect_uri, c.code_challenge, c.nonce, c.amr, c.auth_time, c.used_at IS NOT NULL AS is_used,
          coalesce(c.expires_at <= clock_timestamp(), false) AS is_expired, s.sub, clock_timestamp() AS now
   FROM app a
   LEFT JOIN (family f JOIN code c ON c.grant_id = f.id JOIN subjects s ON s.user_id = f.user_id AND s.app_id = f.app_id) ON true`,
)

const LOCK_REFRESH_TOKEN = statement<FamilyRow>(
  'lock_refresh_token',
  `WITH app AS MATERIALIZED (
     SELECT * FROM apps WHERE client_id = $1 FOR SHARE
   ), family AS MATERIALIZED (
     SELECT * FROM grants
     WHERE id = (SELECT grant_id FROM refresh_tokens WHERE token_hash = ANY($2)) AND EXISTS (SELECT FROM app)
     FOR NO KEY UPDATE
   ), token AS MATERIALIZED (
     SELECT * FROM refresh_tokens WHERE token_hash = ANY($2) AND EXISTS (SELECT FROM family) FOR UPDATE
   )
   SELECT ${CLIENT_COLUMNS}, f.id AS grant_id, f.app_id AS grant_app_id, f.granted_scopes, t.scopes AS token_scopes, t.amr,
          t.auth_time, t.used_at IS NOT NULL AS is_used, coalesce(t.expires_at <= clock_timestamp(), false) AS is_expired, s.sub,
          clock_timestamp() AS now
   FROM app a
   LEFT JOIN (family f JOIN token t ON t.grant_id = f.id JOIN subjects s ON s.user_id = f.user_id AND s.app_id = f.app_id) ON true`,
)

export type LockedCode = { client: Client; family: Family | null; code: StoredCode | null }
export type LockedRefreshToken = { client: Client; family: Family | null; token: StoredRefreshToken | null }

const toFamily = (row: FamilyRow, nonce: string | null): Family | null =>
  row.grant_id === null
    ? null
    : {
        grantId: row.grant_id,
        grantedScopes: row.granted_scopes,
        scopes: row.token_scopes,
        signIn: { sub: row.sub, authTime: row.auth_time, amr: row.amr, nonce, now: row.now },
      }

/** Client, grant and code, locked; null for an unknown client. */
export async function lockCode(tx: Queryable, clientId: string, codeHashes: Buffer[]): Promise<LockedCode | null> {
  const [row] = await tx.query(LOCK_CODE, [clientId, codeHashes])
  if (!row) return null
  const family = toFamily(row, row.nonce)
  const code = family && {
    appId: row.grant_app_id,
    redirectUri: row.redirect_uri,
    codeChallenge: row.code_challenge,
    scopes: row.token_scopes,
    isUsed: row.is_used,
    isExpired: row.is_expired,
  }
  return { client: toClient(row), family, code }
}

/** Client, grant and refresh token, locked; null for an unknown client. */
export async function lockRefreshToken(tx: Queryable, clientId: string, tokenHashes: Buffer[]): Promise<LockedRefreshToken | null> {
  const [row] = await tx.query(LOCK_REFRESH_TOKEN, [clientId, tokenHashes])
  if (!row) return null
  const family = toFamily(row, null)
  const token = family && { appId: row.grant_app_id, isUsed: row.is_used, isExpired: row.is_expired }
  return { client: toClient(row), family, token }
}

export type NewTokens = {
  grantId: string
  signIn: SignIn
  accessHash: Buffer
  accessScopes: string[]
  accessSeconds: number
  refresh: { hash: Buffer; scopes: string[]; seconds: number } | null
}

const WRITE_TOKENS = `
   released AS (UPDATE grants SET last_release_at = clock_timestamp() WHERE id = $2),
   refresh AS (
     INSERT INTO refresh_tokens (token_hash, grant_id, scopes, amr, auth_time, issued_at, expires_at)
     SELECT $6, $2, $7, $8, $9, clock_timestamp(), clock_timestamp() + make_interval(secs => $10) WHERE $6::bytea IS NOT NULL
   )
   INSERT INTO access_tokens (token_hash, grant_id, scopes, issued_at, expires_at)
   VALUES ($3, $2, $4, clock_timestamp(), clock_timestamp() + make_interval(secs => $5))`

const CONSUME_CODE = statement<object>(
  'use_authorization_code',
  `WITH used AS (UPDATE authorization_codes SET used_at = clock_timestamp(), expires_at = NULL WHERE code_hash = ANY($1)), ${WRITE_TOKENS}`,
)

const CONSUME_REFRESH_TOKEN = statement<object>(
  'use_refresh_token',
  `WITH used AS (UPDATE refresh_tokens SET used_at = clock_timestamp(), expires_at = NULL WHERE token_hash = ANY($1)), ${WRITE_TOKENS}`,
)

const values = (usedHashes: Buffer[], tokens: NewTokens) => [
  usedHashes,
  tokens.grantId,
  tokens.accessHash,
  tokens.accessScopes,
  tokens.accessSeconds,
  tokens.refresh?.hash ?? null,
  tokens.refresh?.scopes ?? null,
  tokens.signIn.amr,
  tokens.signIn.authTime,
  tokens.refresh?.seconds ?? 0,
]

/** Marks the code used, which it stays as long as the grant lives, and writes its tokens. The caller holds the locks. */
export const consumeCode = (tx: Queryable, codeHashes: Buffer[], tokens: NewTokens) => tx.query(CONSUME_CODE, values(codeHashes, tokens))

/** Marks the refresh token used and writes its successor. The caller holds the locks. */
export const consumeRefreshToken = (tx: Queryable, tokenHashes: Buffer[], tokens: NewTokens) =>
  tx.query(CONSUME_REFRESH_TOKEN, values(tokenHashes, tokens))
