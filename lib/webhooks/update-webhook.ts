import type { z } from 'zod'
import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { requireSendable } from '#lib/core/outside/require-sendable'
import type { updateWebhookInput } from './contract'
import { presentWebhook } from './present-webhook'
import { requireOwnApps } from './require-own-apps'
import type { Webhook } from './schema'
import { changeWebhook, findWebhook, forgetHealth, lockWebhook, switchOff, switchOn } from './store'

/** @throws ApiError `not_found`, `invalid_request` */
export async function updateWebhook(actor: CompanyActor, id: string, input: z.output<typeof updateWebhookInput>) {
  const { url, event_types: eventTypes, app_ids: appIds, status } = input
  if (url !== undefined) requireSendable('url', url)
  const { companyId } = actor
  const webhook = await transaction(async (tx) => {
    const before = await lockWebhook(tx, companyId, id)
    if (!before) throw notFound()
    await requireOwnApps(tx, companyId, appIds ?? [])
    if (status === 'disabled' && before.status !== status) await switchOff(tx, companyId, id, 'company')
    if (status === 'enabled' && before.status !== status) await switchOn(tx, companyId, id)
    if (url !== undefined && url !== before.url) await forgetHealth(tx, companyId, id)
    const change = { ...(url && { url }), ...(eventTypes && { eventTypes }), ...(appIds && { appIds }) }
    const after = await changeWebhook(tx, companyId, id, change)
    await recordAudit(tx, actor, { action: 'webhook.updated', target: { kind: 'webhook', id }, before: fields(before), after: fields(after) })
    return findWebhook(tx, companyId, id)
  })
  if (!webhook) throw notFound()
  return presentWebhook(webhook)
}

const fields = ({ url, eventTypes, appIds, status }: Webhook) => ({ url, event_types: eventTypes, app_ids: appIds, status })
