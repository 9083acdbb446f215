import type { JudgedPath } from './certificates/judge-path'
import type { Encodable } from './encoding/encode-cbor'
import type { TrustAnchor } from './types'

/** What a presentation is held against. */
export type Rules = {
  anchors: readonly TrustAnchor[]
  clientId: string
  nonce: string
  /** What the device of an mdoc signed besides its document. @see OpenID4VP 1.0 Annex B.2.6 */
  transcript: Encodable
  now: Date
}

/**
 * Where a status is, as it was signed: an entry of a list by its index, or by an identifier that a list has of what was revoked.
 * `certificate`: under which the list was signed, where that is said.
 * @see Token Status List §6; ISO/IEC 18013-5 §12.3.6.2
 */
export type StatusReference = ({ index: unknown } | { identifier: unknown }) & { uri: unknown; certificate?: unknown }

/** A presentation whose issuer and holder are proven; its status and its claims are still to be looked at. */
export type Proven = {
  path: JudgedPath
  claims: { read(steps: readonly (string | null)[]): unknown }
  /** Where the issuer says whether it still stands; all of them have to say so. */
  statuses: StatusReference[]
  issuedAt: Date | null
  expiresAt: Date | null
}
