/**
 * Why the protocol refused, and the code that says so on the wire. The wire tells a stranger little; a reason is for the
 * log line of the request, so that whoever looks for a fault can tell causes apart. It is never sent.
 */
export const REASON_CODES = {
  // What was sent cannot be read.
  form_expected: 'invalid_request',
  body_coded: 'invalid_request',
  parameter_repeated: 'invalid_request',
  parameter_not_text: 'invalid_request',
  grant_type_missing: 'invalid_request',
  grant_type_unsupported: 'unsupported_grant_type',
  code_missing: 'invalid_request',
  redirect_uri_missing: 'invalid_request',
  refresh_token_missing: 'invalid_request',
  token_missing: 'invalid_request',

  // The client could not be proven.
  client_unnamed: 'invalid_client',
  client_header_malformed: 'invalid_client',
  client_proves_twice: 'invalid_request',
  client_names_differ: 'invalid_request',
  client_unknown: 'invalid_client',
  client_inactive: 'invalid_client',
  client_secret_missing: 'invalid_client',
  client_secret_wrong: 'invalid_client',
  client_secret_unexpected: 'invalid_client',
  client_is_public: 'invalid_client',

  // A code, a refresh token or an access token is not, or no longer, worth anything.
  code_malformed: 'invalid_grant',
  code_unknown: 'invalid_grant',
  code_foreign: 'invalid_grant',
  code_expired: 'invalid_grant',
  code_superseded: 'invalid_grant',
  code_replayed: 'invalid_grant',
  redirect_uri_mismatch: 'invalid_grant',
  verifier_missing: 'invalid_grant',
  verifier_wrong: 'invalid_grant',
  verifier_unexpected: 'invalid_grant',
  refresh_token_malformed: 'invalid_grant',
  refresh_token_unknown: 'invalid_grant',
  refresh_token_foreign: 'invalid_grant',
  refresh_token_expired: 'invalid_grant',
  refresh_token_reused: 'invalid_grant',
  refresh_token_revoked: 'invalid_grant',
  offline_access_lost: 'invalid_grant',
  scope_beyond_grant: 'invalid_scope',
  grant_withdrawn: 'invalid_grant',
  grant_deleted_by_replay: 'invalid_grant',
  access_token_sent_twice: 'invalid_request',
  access_token_malformed: 'invalid_token',
  access_token_unknown: 'invalid_token',
  access_token_expired: 'invalid_token',
  access_token_revoked: 'invalid_token',
  access_token_of_inactive_client: 'invalid_token',
  access_token_of_withdrawn_grant: 'invalid_token',
  access_token_of_replayed_grant: 'invalid_token',

  // An authorization request that the app has to mend.
  redirect_uri_unregistered: 'invalid_redirect_uri',
  response_type_missing: 'invalid_request',
  response_type_unsupported: 'unsupported_response_type',
  response_mode_unsupported: 'invalid_request',
  request_object_unsupported: 'request_not_supported',
  request_uri_unsupported: 'request_uri_not_supported',
  request_uri_pushed: 'invalid_request',
  request_uri_spent: 'invalid_request',
  prompt_unknown: 'invalid_request',
  prompt_none_combined: 'invalid_request',
  max_age_malformed: 'invalid_request',
  claims_malformed: 'invalid_request',
  challenge_missing: 'invalid_request',
  challenge_malformed: 'invalid_request',
  challenge_method_alone: 'invalid_request',
  challenge_method_unsupported: 'invalid_request',
  openid_missing: 'invalid_scope',
  scope_not_granted: 'invalid_scope',
  id_token_hint_foreign: 'invalid_request',

  // A log-out that cannot lead back.
  post_logout_redirect_uri_unregistered: 'invalid_request',

  // An authorization request that ended with its person.
  log_in_needed: 'login_required',
  another_person_logged_in: 'login_required',
  consent_needed: 'consent_required',
  person_refused: 'access_denied',
} as const

export type Reason = keyof typeof REASON_CODES

/** Reasons whose code is one of these. */
export type ReasonFor<Code extends string> = {
  [Name in Reason]: (typeof REASON_CODES)[Name] extends Code ? Name : never
}[Reason]
