import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { issueSecret } from '#lib/core/secret-token'
import { isPublicClient } from './schema'
import { lockApp, replaceSecret } from './store'
import { keepTestSecret } from './test-secret'

/**
 * A new client secret; the old one stops working at once. Spec: States, App secret.
 * @throws ApiError `not_found`; `invalid_client_type` for a public client, which has none
 */
export async function rotateSecret(actor: CompanyActor, id: string) {
  const { secret, hash, pepperId } = issueSecret('sgs')
  const clientId = await transaction(async (tx) => {
    const app = await lockApp(tx, actor.companyId, id)
    if (!app) throw notFound()
    if (isPublicClient(app.clientType)) {
      throw new ApiError('invalid_client_type', `client_type: a ${app.clientType} client has no secret to rotate`)
    }
    await replaceSecret(tx, id, { hash, pepperId })
    await keepTestSecret(tx, app, secret)
    await recordAudit(tx, actor, { action: 'app.secret_rotated', target: { kind: 'app', id } })
    return app.clientId
  })
  return { id, client_id: clientId, client_secret: secret }
}
