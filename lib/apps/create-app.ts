import type { z } from 'zod'
import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { holdOpenCompany } from '#lib/companies/verification/store'
import { ApiError } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { issueSecret } from '#lib/core/secret-token'
import type { createAppInput } from './contract'
import { columnsOf, fieldsOf } from './fields'
import { insertLogo } from './logo/store'
import { strangeLogo, takeLogo } from './logo/take-logo'
import { presentApp } from './present-app'
import { requireCatalogScopes } from './require-catalog-scopes'
import { requireLogoutUri } from './require-logout-uri'
import { requireRegistrableUris } from './require-registrable-uris'
import { CLIENT_TYPES, isClientType, isPublicClient } from './schema'
import { insertApp } from './store'
import { keepTestSecret } from './test-secret'

/**
 * Registers an OAuth application. The secret of a confidential client is in the answer and nowhere else. Spec: App.
 * @throws ApiError `invalid_client_type`, `invalid_redirect_uri`, `invalid_scope`; `invalid_request` for a logo that cannot be had
 */
export async function createApp(actor: CompanyActor, input: z.output<typeof createAppInput>) {
  const { client_type: clientType, ...fields } = input
  if (!isClientType(clientType)) {
    throw new ApiError('invalid_client_type', `client_type: ${JSON.stringify(clientType.slice(0, 100))} is not one of ${CLIENT_TYPES.join(', ')}`)
  }
  const isPublic = isPublicClient(clientType)
  const id = newId('app')
  requireRegistrableUris(fields, { id, isPublic })
  requireLogoutUri(fields.backchannel_logout_uri)
  const scopes = requireCatalogScopes(fields.scopes)
  const logo = await takeLogo(fields.logo_uri)
  if (fields.logo_uri && !logo) throw strangeLogo(fields.logo_uri)
  const secret = isPublic ? null : issueSecret('sgs')

  const app = await transaction(async (tx) => {
    if (!(await holdOpenCompany(tx, actor.companyId))) throw new ApiError('unauthorized', 'The company is suspended.')
    const created = await insertApp(tx, {
      id,
      companyId: actor.companyId,
      clientId: newId('cli'),
      clientType,
      ...columnsOf({ ...fields, scopes }),
      logoUri: logo?.path ?? null,
      secretHash: secret?.hash ?? null,
      secretPepperId: secret?.pepperId ?? null,
    })
    if (secret) await keepTestSecret(tx, created, secret.secret)
    if (logo) await insertLogo(tx, created.id, logo)
    const { status, ...after } = fieldsOf(created)
    await recordAudit(tx, actor, { action: 'app.created', target: { kind: 'app', id: created.id }, after: { ...after, client_type: clientType } })
    return created
  })
  return { ...presentApp(app), client_secret: secret?.secret ?? null }
}
