import type { z } from 'zod'
import { requireSendable } from '#lib/core/outside/require-sendable'
import { openSecret, sealSecret } from '#lib/webhooks/secrets'
import type { streamInput } from './contract'
import { POLL, PUSH, type Stream } from './schema'
import { deliveredOf } from './signals'
import type { StreamFields } from './store'

type Input = z.output<typeof streamInput>

/**
 * What is stored of a stream as its receiver describes it. Without a way of delivery it is polled.
 * @throws ApiError `invalid_request` for an address to which nothing is sent
 * @see OpenID Shared Signals Framework 1.0 §8.1.1.1
 */
export function streamFields(id: string, { delivery = { method: POLL }, events_requested = [], description }: Input): StreamFields {
  if (delivery.method === PUSH) requireSendable('delivery.endpoint_url', delivery.endpoint_url)
  const { sealed, masterKeyId } = sealSecret(id, delivery.method === PUSH ? (delivery.authorization_header ?? '') : '')
  return {
    kind: delivery.method === PUSH ? 'push' : 'poll',
    url: delivery.method === PUSH ? delivery.endpoint_url : '',
    event_types: deliveredOf(events_requested),
    secret_sealed: sealed,
    master_key_id: masterKeyId,
    description: description ?? null,
    events_requested: [...new Set(events_requested)],
  }
}

/** The header that goes with a stream's signals; undefined where there is none. */
export const authorizationOf = ({ id, secret_sealed, master_key_id }: Pick<Stream, 'id' | 'secret_sealed' | 'master_key_id'>) =>
  openSecret({ id, secretSealed: new Uint8Array(secret_sealed), masterKeyId: master_key_id }) || undefined

/** The same description with what is not mentioned as it was. @see OpenID Shared Signals Framework 1.0 §8.1.1.3 */
export function mergedInput(stream: Stream, change: Input): Input {
  const header = authorizationOf(stream)
  const before: Input['delivery'] =
    stream.kind === 'push' ? { method: PUSH, endpoint_url: stream.url, ...(header && { authorization_header: header }) } : { method: POLL }
  const { delivery = before, events_requested = stream.events_requested, description = stream.description ?? undefined } = change
  return { delivery, events_requested, description }
}
