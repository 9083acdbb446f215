import { env } from '#lib/core/env'
import { MIN_VERIFICATION_INTERVAL_SECONDS, POLL, PUSH, type Stream } from './schema'
import { SUPPORTED } from './signals'

/** Where a stream's signals are fetched. @see RFC 8936 §2.4 */
export const pollAddress = (id: string) => `${env().BASE_URL}/api/v1/ssf/poll/${id}`

/** A stream as every answer shows it; the header that goes with its signals is never in it. @see OpenID Shared Signals Framework 1.0 §8.1.1 */
export const presentStream = ({ id, company_id, kind, url, event_types, events_requested, description }: Stream) => ({
  stream_id: id,
  iss: env().BASE_URL,
  aud: company_id,
  events_supported: [...SUPPORTED],
  events_requested,
  events_delivered: event_types,
  delivery: kind === 'push' ? ({ method: PUSH, endpoint_url: url } as const) : ({ method: POLL, endpoint_url: pollAddress(id) } as const),
  min_verification_interval: MIN_VERIFICATION_INTERVAL_SECONDS,
  ...(description !== null && { description }),
})
