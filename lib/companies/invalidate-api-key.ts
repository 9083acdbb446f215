import { recordAudit } from '#lib/audit/store'
import { notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import type { CompanyActor } from './schema'
import { markApiKeyInvalidated } from './store'

/**
 * Ends an API key; the next request with it gets 401. Spec: States, API key.
 * @throws ApiError `not_found` for a foreign, unknown or already invalidated key
 */
export async function invalidateApiKey(actor: CompanyActor, id: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await markApiKeyInvalidated(tx, id, actor.companyId))) throw notFound()
    await recordAudit(tx, actor, { action: 'api_key.invalidated', target: { kind: 'api_key', id } })
  })
}
