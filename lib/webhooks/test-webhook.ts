import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import type { EventType } from '#lib/events/types'
import { lockWebhook, queueSample } from './store'

/**
 * Sends a made-up event, like a real one and to this address alone.
 * @throws ApiError `not_found`, `invalid_state` when the webhook is off
 */
export const testWebhook = (actor: CompanyActor, id: string, type: EventType): Promise<{ event_id: string }> =>
  transaction(async (tx) => {
    const webhook = await lockWebhook(tx, actor.companyId, id)
    if (!webhook) throw notFound()
    if (webhook.status !== 'enabled') throw new ApiError('invalid_state', 'The webhook is disabled: enable it before you test it.')
    const eventId = newId('evt')
    await queueSample(tx, actor.companyId, id, eventId, type)
    return { event_id: eventId }
  })
