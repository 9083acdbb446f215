import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { deleteWebhookRow, lockWebhook } from './store'

/** @throws ApiError `not_found` */
export const deleteWebhook = (actor: CompanyActor, id: string): Promise<{ id: string }> =>
  transaction(async (tx) => {
    const webhook = await lockWebhook(tx, actor.companyId, id)
    if (!webhook) throw notFound()
    await deleteWebhookRow(tx, actor.companyId, id)
    await recordAudit(tx, actor, { action: 'webhook.deleted', target: { kind: 'webhook', id }, before: { url: webhook.url } })
    return { id }
  })
