import { env } from '#lib/core/env'
import { LOCALES } from '#lib/i18n/locales'
import { CLAIM_NAMES, SCOPES } from '#lib/scopes/catalog'
import { verifiableClaims } from '#lib/users/claims'
import { ACR_VALUES } from './authorize/asked-assurance'
import { SIGNING_ALGS } from './keys/keys'
import { PROMPTS, RESPONSE_MODES } from './schema'
import { RECORD_TYPE } from './verified-claims/asked-verified'
import { EVIDENCE_TYPES, TRUST_FRAMEWORKS } from './verified-claims/judge-verified'

/**
 * What this server can do, for client libraries. @see OpenID Connect Discovery §3, RFC 8414 §2
 */
export function discoveryDocument() {
  const issuer = env().BASE_URL
  const clientAuthentication = ['client_secret_basic', 'client_secret_post', 'none']
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/auth`,
    token_endpoint: `${issuer}/oauth2/token`,
    userinfo_endpoint: `${issuer}/oauth2/userinfo`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    pushed_authorization_request_endpoint: `${issuer}/oauth2/par`,
    end_session_endpoint: `${issuer}/oauth2/logout`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: SCOPES.map((scope) => scope.name),
    claims_supported: [...CLAIM_NAMES, 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash', 'amr', 'acr', 'sid'],
    acr_values_supported: ACR_VALUES,
    response_types_supported: ['code'],
    response_modes_supported: RESPONSE_MODES,
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: SIGNING_ALGS,
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    introspection_endpoint_auth_methods_supported: clientAuthentication.filter((method) => method !== 'none'),
    require_pushed_authorization_requests: false,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: [...PROMPTS],
    ui_locales_supported: LOCALES,
    claim_types_supported: ['normal'],
    claims_parameter_supported: true,
    verified_claims_supported: true,
    trust_frameworks_supported: TRUST_FRAMEWORKS,
    evidence_supported: EVIDENCE_TYPES,
    documents_supported: ['passport', 'idcard'],
    electronic_records_supported: [RECORD_TYPE],
    claims_in_verified_claims_supported: verifiableClaims(CLAIM_NAMES),
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  }
}
