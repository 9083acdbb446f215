import type { ClientType } from '#lib/apps/schema'
import { type Prisma, type Queryable, sql, statement } from '#lib/core/db'

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

const FIND_CLIENT = statement<ClientRow>('find_client', `SELECT ${CLIENT_COLUMNS} FROM apps a WHERE a.client_id = $1`)

export async function findClient(clientId: string, on: Queryable = sql): Promise<Client | null> {
  const [row] = await on.query(FIND_CLIENT, [clientId])
  return row ? toClient(row) : null
}

/** What a person is told about an app that asks for access. */
export const findAppForPeople = (db: Prisma, id: string) =>
  db.app.findUnique({ where: { id }, select: { name: true, company: { select: { name: true, verificationStatus: true } } } })
