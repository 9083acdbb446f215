import type { JWK } from 'jose'
import type { RefusalCode } from '../refusals'

/** What a wallet does wrong while it answers. */
export type Misbehaviour = {
  nonce?: string
  audience?: string
  state?: string
  /** Signs for the holder. */
  key?: JWK
  /** Claims held back, by our names. */
  hide?: readonly string[]
  /** Holds back the first claim that was asked for. */
  hidesOne?: boolean
  /** Changes a disclosure (base64url) or an item (CBOR) on the way. */
  alter?: (disclosed: Buffer) => Buffer
  /** Disclosures that nobody asked for, base64url. */
  extra?: readonly string[]
  sdHash?: string
  /** Seconds that its clock is ahead. */
  skewSeconds?: number
  bindingType?: string
  hasNoBinding?: boolean
  /** Id of the query that is answered. */
  id?: string
  /** Answers in clear where encryption was asked. */
  isInClear?: boolean
  contentEncryption?: string
  isCompressed?: boolean
  keyId?: string
  responseUri?: string
  origin?: string
  hasNoThumbprint?: boolean
  /** What the device says of itself. */
  deviceClaims?: Record<string, Record<string, string>>
  version?: string
}

/** What a specimen wallet can be told to do wrong, and what comes of it: in an SD-JWT VC, and in an mdoc. */
export const MISBEHAVIOURS = {
  wrong_nonce: ['nonce_mismatch', 'holder_binding_invalid'],
  wrong_audience: ['audience_mismatch', 'holder_binding_invalid'],
  foreign_key: ['holder_binding_invalid', 'holder_binding_invalid'],
  expired: ['credential_expired', 'credential_expired'],
  revoked: ['credential_revoked', 'credential_revoked'],
  suspended: ['credential_suspended', 'credential_suspended'],
  altered_claim: ['digest_mismatch', 'digest_mismatch'],
  foreign_issuer: ['issuer_untrusted', 'issuer_untrusted'],
  missing_claim: ['claims_missing', 'claims_missing'],
  wrong_state: ['wallet_response_malformed', 'wallet_response_malformed'],
  /** What was presented to somebody else before. */
  replay: ['nonce_mismatch', 'holder_binding_invalid'],
} as const satisfies Record<string, readonly [RefusalCode, RefusalCode]>

export type MisbehaviourName = keyof typeof MISBEHAVIOURS

export const MISBEHAVIOUR_NAMES = Object.keys(MISBEHAVIOURS) as MisbehaviourName[]
