import { newId } from '#lib/core/random-id'
import type { Manner, OutgoingRequest } from '#lib/webhooks/attempt-delivery'
import type { DueDelivery, DueWebhook } from '#lib/webhooks/deliver-store'
import { signSet } from './sign-set'
import { mayBeTold, signalOf } from './signal-of'
import { STREAM_UPDATED } from './signals'
import { authorizationOf } from './stream-fields'

/** How signals are sent to a receiver that has an address. @see RFC 8935 §2 */
export const pushSignals: Manner = { requestOf: setRequest, farewellOf }

async function setRequest(stream: DueWebhook, delivery: DueDelivery): Promise<OutgoingRequest | null | 'unwanted'> {
  const signal = signalOf(stream, delivery)
  if (!signal) return null
  if (!(await mayBeTold(signal, delivery))) return 'unwanted'
  return { headers: headersOf(stream), body: await signSet(signal) }
}

/** Says that nothing more comes. @see OpenID Shared Signals Framework 1.0 §8.1.5 */
async function farewellOf(stream: DueWebhook): Promise<OutgoingRequest> {
  const data = { status: 'disabled', reason: 'Signals were not taken.' }
  const signal = { jti: newId('evt'), uri: STREAM_UPDATED, data, at: new Date(), companyId: stream.company_id, streamId: stream.id }
  return { headers: headersOf(stream), body: await signSet(signal) }
}

function headersOf(stream: DueWebhook): Record<string, string> {
  const authorization = authorizationOf(stream)
  return { 'Content-Type': 'application/secevent+jwt', Accept: 'application/json', ...(authorization && { Authorization: authorization }) }
}
