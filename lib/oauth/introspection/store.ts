import { inBatches, perHash, shardsOfHashes } from '#lib/core/batch'
import { statement } from '#lib/core/db'
import { isLive } from '#lib/grants/live'
import { openSubjectRow, type SubjectRow } from '#lib/subjects/sealed-subject'
import { CLIENT_COLUMNS, type Client, type ClientRow, toClient } from '../client/store'

/** A token as it stands at this moment. */
export type LiveToken = { kind: 'access' | 'refresh'; sub: string; tokenScopes: string[]; grantedScopes: string[]; issuedAt: Date; expiresAt: Date }

type LiveTokenRow = ClientRow &
  SubjectRow & {
    nth: number
    kind: 'access' | 'refresh'
    token_scopes: string[]
    granted_scopes: string[]
    issued_at: Date
    expires_at: Date
  }

// Client and token in one statement; a token under another app's grant is not found. The app comes last: behind it, while tables are new, a person
// would be sought among all of the app's.
const READ = statement<LiveTokenRow>(
  'read_live_token',
  `SELECT t.nth, ${CLIENT_COLUMNS}, t.kind, g.user_id, s.pair_sealed, p.data_key_sealed, p.master_key_id, t.scopes AS token_scopes, g.granted_scopes, t.issued_at, t.expires_at
   FROM (
     SELECT asked.nth, asked.client_id, 'access' AS kind, t.shard, t.grant_id, t.scopes, t.issued_at, t.expires_at
     FROM unnest($1::smallint[], $2::bytea[], $3::int[], $4::text[]) AS asked (shard, token_hash, nth, client_id)
     JOIN access_tokens t ON t.shard = asked.shard AND t.token_hash = asked.token_hash AND t.expires_at > clock_timestamp()
     UNION ALL
     SELECT asked.nth, asked.client_id, 'refresh', t.shard, t.grant_id, t.scopes, t.issued_at, t.expires_at
     FROM unnest($1::smallint[], $2::bytea[], $3::int[], $4::text[]) AS asked (shard, token_hash, nth, client_id)
     JOIN refresh_tokens t ON t.shard = asked.shard AND t.token_hash = asked.token_hash AND t.used_at IS NULL AND t.expires_at > clock_timestamp()
   ) t
   JOIN grants g ON g.shard = t.shard AND g.id = t.grant_id AND ${isLive('g')}
   JOIN subjects s ON s.shard = g.shard AND s.user_id = g.user_id AND s.app_id = g.app_id
   JOIN apps a ON a.id = g.app_id AND a.client_id = t.client_id
   JOIN users p ON p.shard = g.shard AND p.id = g.user_id`,
)

const readLiveToken = inBatches(READ, perHash<{ hashes: Buffer[]; clientId: string }>('clientId'), shardsOfHashes)

/** The live access or refresh token stored under one of these hashes, if it is this client's, with the client. */
export async function findLiveToken(clientId: string, hashes: Buffer[]): Promise<{ client: Client; token: LiveToken } | null> {
  const row = hashes.length > 0 ? await readLiveToken({ hashes, clientId }) : null
  if (!row) return null
  const token = {
    kind: row.kind,
    sub: openSubjectRow(row).sub,
    tokenScopes: row.token_scopes,
    grantedScopes: row.granted_scopes,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
  }
  return { client: toClient(row), token }
}
