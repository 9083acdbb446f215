import { inBatches, numbered } from '#lib/core/batch'
import { statement } from '#lib/core/db'

/** A token as it stands at this moment. */
export type LiveToken = {
  kind: 'access' | 'refresh'
  appId: string
  sub: string
  tokenScopes: string[]
  grantedScopes: string[]
  issuedAt: Date
  expiresAt: Date
}

type LiveTokenRow = {
  nth: number
  kind: 'access' | 'refresh'
  app_id: string
  sub: string
  token_scopes: string[]
  granted_scopes: string[]
  issued_at: Date
  expires_at: Date
}

const READ = statement<LiveTokenRow>(
  'read_live_token',
  `SELECT t.nth, t.kind, g.app_id, s.sub, t.scopes AS token_scopes, g.granted_scopes, t.issued_at, t.expires_at
   FROM (
     SELECT asked.nth, 'access' AS kind, t.grant_id, t.scopes, t.issued_at, t.expires_at
     FROM unnest($1::bytea[], $2::int[]) AS asked (token_hash, nth)
     JOIN access_tokens t ON t.token_hash = asked.token_hash AND t.expires_at > clock_timestamp()
     UNION ALL
     SELECT asked.nth, 'refresh', t.grant_id, t.scopes, t.issued_at, t.expires_at
     FROM unnest($1::bytea[], $2::int[]) AS asked (token_hash, nth)
     JOIN refresh_tokens t ON t.token_hash = asked.token_hash AND t.used_at IS NULL AND t.expires_at > clock_timestamp()
   ) t
   JOIN grants g ON g.id = t.grant_id
   JOIN subjects s ON s.user_id = g.user_id AND s.app_id = g.app_id`,
)

const readLiveToken = inBatches(READ, numbered)

/** The live access or refresh token stored under one of these hashes, whichever app it is for. */
export async function findLiveToken(hashes: Buffer[]): Promise<LiveToken | null> {
  const row = await readLiveToken(hashes)
  if (!row) return null
  return {
    kind: row.kind,
    appId: row.app_id,
    sub: row.sub,
    tokenScopes: row.token_scopes,
    grantedScopes: row.granted_scopes,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
  }
}
