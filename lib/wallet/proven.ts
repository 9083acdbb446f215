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

/** A presentation whose issuer and holder are proven; its status and its claims are still to be looked at. */
export type Proven = {
  path: JudgedPath
  claims: { read(steps: readonly (string | null)[]): unknown }
  /** Where the issuer says whether it still stands; as it was signed. */
  status: { index: unknown; uri: unknown } | null
  issuedAt: Date | null
  expiresAt: Date | null
}
