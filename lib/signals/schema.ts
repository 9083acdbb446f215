/** Push (RFC 8935) and poll (RFC 8936), as streams name them. */
export const PUSH = 'urn:ietf:rfc:8935'
export const POLL = 'urn:ietf:rfc:8936'

export const STREAM_STATUSES = ['enabled', 'paused', 'disabled'] as const

export type StreamStatus = (typeof STREAM_STATUSES)[number]

/** How long one proof is enough. */
export const MIN_VERIFICATION_INTERVAL_SECONDS = 2

/** A stream: its row among the addresses, and the fields of its own. */
export type Stream = {
  id: string
  company_id: string
  kind: 'push' | 'poll'
  url: string
  status: StreamStatus
  event_types: string[]
  secret_sealed: Buffer
  master_key_id: string
  description: string | null
  events_requested: string[]
  status_reason: string | null
}
