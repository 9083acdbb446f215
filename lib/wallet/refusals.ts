/**
 * Why a wallet's answer is not accepted, in the order of the checks, and the sentence that the person reads
 * (`reason`: a key of the interface texts). The code goes to the audit log; the company learns nothing.
 */
export const REFUSALS = {
  wallet_request_expired: 'expired',
  wallet_response_malformed: 'malformed',
  wallet_refused: 'cancelled',
  credential_type_not_asked: 'wrong_credential',
  presentation_malformed: 'malformed',
  issuer_untrusted: 'untrusted_issuer',
  issuer_certificate_invalid: 'untrusted_issuer',
  algorithm_not_allowed: 'malformed',
  issuer_signature_invalid: 'not_genuine',
  digest_mismatch: 'not_genuine',
  credential_expired: 'credential_expired',
  credential_not_yet_valid: 'credential_not_yet_valid',
  holder_binding_missing: 'not_yours',
  holder_binding_invalid: 'not_yours',
  nonce_mismatch: 'another_session',
  audience_mismatch: 'another_session',
  sd_hash_mismatch: 'not_genuine',
  presentation_time_out_of_window: 'clock_wrong',
  claims_unexpected: 'malformed',
  credential_revoked: 'revoked',
  credential_suspended: 'suspended',
  status_unavailable: 'status_unavailable',
  claims_missing: 'claims_missing',
  document_expired: 'document_expired',
} as const satisfies Record<string, string>

export type RefusalCode = keyof typeof REFUSALS
export type RefusalReason = (typeof REFUSALS)[RefusalCode]

export const REFUSAL_CODES = Object.keys(REFUSALS) as RefusalCode[]

/** The sentence for a code. */
export const reasonOf = (code: RefusalCode): RefusalReason => REFUSALS[code]

/**
 * What the checks throw among themselves; `openResponse` and `verifyPresentation` return it as `{ outcome: 'refused' }`.
 * The detail is for developers and tests: it names a rule, never a value that somebody sent.
 */
export class WalletRefusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly detail: string,
    options?: { cause?: unknown },
  ) {
    super(`${code}: ${detail}`, options)
    this.name = 'WalletRefusal'
  }
}

/** @throws WalletRefusal unless it holds */
export function demand(holds: unknown, code: RefusalCode, detail: string): asserts holds {
  if (!holds) throw new WalletRefusal(code, detail)
}

/** Whatever a parser throws becomes `code`; a refusal stays what it is. */
export function orRefuse<Result>(code: RefusalCode, detail: string, work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    throw cause instanceof WalletRefusal ? cause : new WalletRefusal(code, detail, { cause })
  }
}
