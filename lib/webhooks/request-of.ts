import { presentEvent, presentSample } from '#lib/events/present-event'
import { isEventType } from '#lib/events/types'
import type { OutgoingRequest } from './attempt-delivery'
import type { DueDelivery, DueWebhook } from './deliver-store'
import { sampleData } from './sample-event'
import { signingSecrets } from './secrets'
import { signedHeaders } from './signing'

type Told = Pick<DueDelivery, 'event_id' | 'type' | 'is_sample' | 'created_at' | 'data_sealed' | 'master_key_id' | 'visible_at'>

/** The body of a delivery, the same at every try; null when its event is no longer kept. */
export function bodyOfDelivery(delivery: Told): string | null {
  const { event_id: id, type, is_sample, created_at, data_sealed, master_key_id, visible_at } = delivery
  if (is_sample) return isEventType(type) ? JSON.stringify(presentSample(id, type, created_at, sampleData(type))) : null
  if (!data_sealed || !master_key_id || !visible_at) return null
  return JSON.stringify(presentEvent({ id, type, data_sealed, master_key_id, visible_at }))
}

/** A delivery as Standard Webhooks has it, signed at this moment; null when its event is no longer kept. */
export async function webhookRequest(webhook: DueWebhook, delivery: DueDelivery): Promise<OutgoingRequest | null> {
  const body = bodyOfDelivery(delivery)
  if (body === null) return null
  const { id, secret_sealed, previous_secret_sealed, previous_until, master_key_id } = webhook
  const sealed = {
    id,
    secretSealed: new Uint8Array(secret_sealed),
    previousSecretSealed: previous_secret_sealed && new Uint8Array(previous_secret_sealed),
    previousUntil: previous_until,
    masterKeyId: master_key_id,
  }
  const now = new Date()
  const signed = signedHeaders(signingSecrets(sealed, now), delivery.event_id, Math.floor(now.getTime() / 1000), body)
  return { headers: { 'Content-Type': 'application/json', ...signed }, body }
}
