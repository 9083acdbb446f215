import type { Reason } from './reasons'

/**
 * Reasons that a company's own staff may read beside a request of their app: each follows from what was sent and from what the app registered, and
 * would be the same whoever the person is. What became of a code, a token or a consent, and who is logged in, is not among them: from two such lists two
 * companies could tell that a person is the same one.
 */
export const TOLD_REASONS = [
  'form_expected',
  'body_coded',
  'parameter_repeated',
  'parameter_not_text',
  'grant_type_missing',
  'grant_type_unsupported',
  'code_missing',
  'redirect_uri_missing',
  'refresh_token_missing',
  'token_missing',
  'client_proves_twice',
  'client_inactive',
  'client_secret_missing',
  'client_secret_wrong',
  'client_secret_unexpected',
  'client_is_public',
  'code_malformed',
  'refresh_token_malformed',
  'redirect_uri_mismatch',
  'verifier_missing',
  'verifier_wrong',
  'verifier_unexpected',
  'redirect_uri_unregistered',
  'response_type_missing',
  'response_type_unsupported',
  'response_mode_unsupported',
  'request_object_unsupported',
  'request_uri_unsupported',
  'prompt_unknown',
  'prompt_none_combined',
  'max_age_malformed',
  'claims_malformed',
  'challenge_missing',
  'challenge_malformed',
  'challenge_method_alone',
  'challenge_method_unsupported',
  'openid_missing',
  'scope_not_granted',
] as const satisfies readonly Reason[]

export type ToldReason = (typeof TOLD_REASONS)[number]

const told: ReadonlySet<string> = new Set(TOLD_REASONS)

export const isTold = (reason: string | undefined | null): reason is ToldReason => reason != null && told.has(reason)
