import { sql, statement } from '#lib/core/db'
import { CLIENT_COLUMNS, type Client, type ClientRow, toClient } from './client'

/** A token as it stands at this moment. */
export type LiveToken = { kind: 'access' | 'refresh'; sub: string; tokenScopes: string[]; grantedScopes: string[]; issuedAt: Date; expiresAt: Date }

type IntrospectionRow = ClientRow & {
  kind: 'access' | 'refresh' | null
  sub: string
  token_scopes: string[]
  granted_scopes: string[]
  issued_at: Date
  expires_at: Date
}

// Client and token in one statement; a token under another app's grant is not found.
const READ = statement<IntrospectionRow>(
  'introspect_token',
  `SELECT ${CLIENT_COLUMNS}, t.kind, s.sub, t.scopes AS token_scopes, g.granted_scopes, t.issued_at, t.expires_at
   FROM apps a
   LEFT JOIN (
     (SELECT 'access' AS kind, grant_id, scopes, issued_at, expires_at FROM access_tokens
      WHERE token_hash = ANY($2) AND expires_at > clock_timestamp()
      UNION ALL
      SELECT 'refresh', grant_id, scopes, issued_at, expires_at FROM refresh_tokens
      WHERE token_hash = ANY($3) AND used_at IS NULL AND expires_at > clock_timestamp()) t
     JOIN grants g ON g.id = t.grant_id
     JOIN subjects s ON s.user_id = g.user_id AND s.app_id = g.app_id
   ) ON g.app_id = a.id
   WHERE a.client_id = $1`,
)

/** The client, null when unknown, and the live token of its own, if it is one. */
export async function readForIntrospection(
  clientId: string,
  accessHashes: Buffer[],
  refreshHashes: Buffer[],
): Promise<{ client: Client | null; token: LiveToken | null }> {
  const [row] = await sql.query(READ, [clientId, accessHashes, refreshHashes])
  if (!row) return { client: null, token: null }
  const token = row.kind && {
    kind: row.kind,
    sub: row.sub,
    tokenScopes: row.token_scopes,
    grantedScopes: row.granted_scopes,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
  }
  return { client: toClient(row), token }
}
