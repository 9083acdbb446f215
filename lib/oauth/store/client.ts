import type { ClientType } from '#lib/apps/schema'
import { inBatches } from '#lib/core/batch'
import { type Prisma, statement } from '#lib/core/db'

/** An app in its role as OAuth client. */
export type Client = {
  id: string
  clientId: string
  clientType: ClientType
  scopes: string[]
  redirectUris: string[]
  isActive: boolean
  secretHash: Buffer | null
  idTokenAlg: string
}

export const CLIENT_COLUMNS = `
  a.id AS app_id, a.client_id, a.client_type, a.scopes AS app_scopes, a.redirect_uris, a.status = 'active' AS is_active,
  a.secret_hash, a.id_token_alg`

export type ClientRow = {
  app_id: string
  client_id: string
  client_type: ClientType
  app_scopes: string[]
  redirect_uris: string[]
  is_active: boolean
  secret_hash: Buffer | null
  id_token_alg: string
}

export const toClient = (row: ClientRow): Client => ({
  id: row.app_id,
  clientId: row.client_id,
  clientType: row.client_type,
  scopes: row.app_scopes,
  redirectUris: row.redirect_uris,
  isActive: row.is_active,
  secretHash: row.secret_hash,
  idTokenAlg: row.id_token_alg,
})

const FIND_CLIENT = statement<ClientRow & { nth: number }>(
  'find_client',
  `SELECT asked.nth::int - 1 AS nth, ${CLIENT_COLUMNS}
   FROM unnest($1::text[]) WITH ORDINALITY AS asked (client_id, nth) JOIN apps a ON a.client_id = asked.client_id`,
)

const readClient = inBatches<string, ClientRow>(FIND_CLIENT, (clientIds) => [clientIds])

export async function findClient(clientId: string): Promise<Client | null> {
  const row = await readClient(clientId)
  return row ? toClient(row) : null
}

/** What a person is told about an app that asks for access. */
export const findAppForPeople = (db: Prisma, id: string) =>
  db.app.findUnique({ where: { id }, select: { name: true, company: { select: { name: true, verificationStatus: true } } } })
