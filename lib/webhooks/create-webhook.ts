import type { z } from 'zod'
import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { requireSendable } from '#lib/core/outside/require-sendable'
import { newId } from '#lib/core/random-id'
import type { createWebhookInput } from './contract'
import { presentWebhook } from './present-webhook'
import { requireOwnApps } from './require-own-apps'
import { MAX_WEBHOOKS } from './schema'
import { sealSecret } from './secrets'
import { newSigningSecret, publicKeyOf } from './signing'
import { countWebhooksHeld, insertWebhook } from './store'

/**
 * An address that events are sent to. A shared secret is in the answer and nowhere else.
 * @throws ApiError `invalid_request`, `conflict` when the company has as many as it can have
 */
export async function createWebhook(actor: CompanyActor, input: z.output<typeof createWebhookInput>) {
  const { url, event_types: eventTypes, app_ids: appIds, signature } = input
  requireSendable('url', url)
  const id = newId('whk')
  const secret = newSigningSecret(signature)
  const { sealed, masterKeyId } = sealSecret(id, secret)
  const webhook = await transaction(async (tx) => {
    await requireOwnApps(tx, actor.companyId, appIds)
    if ((await countWebhooksHeld(tx, actor.companyId)) >= MAX_WEBHOOKS) throw new ApiError('conflict', `A company can have ${MAX_WEBHOOKS} webhooks.`)
    const { companyId } = actor
    const created = await insertWebhook(tx, { id, companyId, url, eventTypes, appIds, signature, secretSealed: sealed, masterKeyId })
    await recordAudit(tx, actor, {
      action: 'webhook.created',
      target: { kind: 'webhook', id },
      after: { url, event_types: eventTypes, app_ids: appIds, signature },
    })
    return created
  })
  return { ...presentWebhook(webhook), secret: publicKeyOf(secret) === null ? secret : null }
}
