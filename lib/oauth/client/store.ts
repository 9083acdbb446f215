import { FACE_COLUMNS, faceOf } from '#lib/apps/face/app-face'
import { isOpen } from '#lib/apps/open'
import type { ClientType } from '#lib/apps/schema'
import { inBatches } from '#lib/core/batch'
import { type Prisma, sql, statement } from '#lib/core/db'
import { mixesScripts, nameFault, withoutHidden } from '#lib/core/name-rules'

/** An app in its role as OAuth client. */
export type Client = {
  id: string
  clientId: string
  clientType: ClientType
  scopes: string[]
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  requireAuthTime: boolean
  omitIssInErrors: boolean
  isActive: boolean
  /** `live`, or the test environment that it belongs to. */
  environment: string
  secretHash: Buffer | null
  idTokenAlg: string
}

export const CLIENT_COLUMNS = `
  a.id AS app_id, a.client_id, a.client_type, a.scopes AS app_scopes, a.redirect_uris, a.post_logout_redirect_uris, a.require_auth_time,
  a.omit_iss_in_errors, ${isOpen('a')} AS is_active, a.environment, a.secret_hash, a.id_token_alg`

export type ClientRow = {
  app_id: string
  client_id: string
  client_type: ClientType
  app_scopes: string[]
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
  require_auth_time: boolean
  omit_iss_in_errors: boolean
  is_active: boolean
  environment: string
  secret_hash: Buffer | null
  id_token_alg: string
}

export const toClient = (row: ClientRow): Client => ({
  id: row.app_id,
  clientId: row.client_id,
  clientType: row.client_type,
  scopes: row.app_scopes,
  redirectUris: row.redirect_uris,
  postLogoutRedirectUris: row.post_logout_redirect_uris,
  requireAuthTime: row.require_auth_time,
  omitIssInErrors: row.omit_iss_in_errors,
  isActive: row.is_active,
  environment: row.environment,
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

const FIND_STANDING = statement<{ is_verified: boolean }>(
  'find_company_standing',
  `SELECT c.verification_status = 'verified' AS is_verified FROM apps a JOIN companies c ON c.id = a.company_id WHERE a.client_id = $1`,
)

/** Whether somebody checked who is behind this app. */
export const isOfVerifiedCompany = async (clientId: string): Promise<boolean> => (await sql.query(FIND_STANDING, [clientId]))[0]?.is_verified === true

/** What a person is told about an app that asks for access: of names only what can be seen. */
export async function findAppForPeople(db: Prisma, id: string) {
  const app = await db.app.findUnique({
    where: { id },
    select: {
      name: true,
      environment: true,
      ...FACE_COLUMNS,
      company: { select: { name: true, verificationStatus: true } },
    },
  })
  if (!app) return null
  const { name, company } = app
  return {
    name: withoutHidden(name),
    company: { ...company, name: withoutHidden(company.name) },
    environment: app.environment,
    face: faceOf(app),
    /** A name from before names were judged, or alphabets that differ between the two names. */
    hasDoubtfulNames: nameFault(name) !== null || nameFault(company.name) !== null || mixesScripts(name + company.name),
  }
}
