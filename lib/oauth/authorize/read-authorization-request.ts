import { isPublicClient } from '#lib/apps/schema'
import { inCatalogOrder, isScope, type ScopeName } from '#lib/scopes/catalog'
import type { Client } from '../client/store'
import { AuthorizationError, type AuthorizationReason, type ProvenRedirect } from '../errors'
import { describeFault, type Parameters } from '../form-parameters'
import { type AuthorizationRequest, isPrompt, isResponseMode, PROMPTS, type Prompt } from '../schema'
import { isCodeChallenge } from '../token/pkce'
import { readAskedVerified } from '../verified-claims/asked-verified'

export const AUTHORIZATION_PARAMETERS = new Set([
  'client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce', 'code_challenge', 'code_challenge_method',
  'prompt', 'max_age', 'acr_values', 'claims', 'login_hint', 'ui_locales', 'id_token_hint', 'request', 'request_uri',
]) // biome-ignore format: one glance

/**
 * Reads a request whose client and redirect URI are proven. The order of the checks is the order in which a developer
 * would mend them. @see OpenID Connect Core §3.1.2.1, §3.1.2.2
 * @throws AuthorizationError delivered to the client
 */
export function readAuthorizationRequest(
  params: Parameters,
  client: Client,
  redirect: ProvenRedirect,
): AuthorizationRequest & { idTokenHint?: string } {
  const refuse = (reason: AuthorizationReason, description: string): never => {
    throw new AuthorizationError(reason, description, redirect)
  }

  const fault = params.fault(AUTHORIZATION_PARAMETERS)
  if (fault) refuse(`parameter_${fault.reason}`, describeFault(fault))
  if (params.get('request')) refuse('request_object_unsupported', 'request objects are not supported')
  if (params.get('request_uri')) refuse('request_uri_unsupported', 'request_uri is not supported')

  const responseType = params.get('response_type')
  if (!responseType) refuse('response_type_missing', 'response_type is missing')
  if (responseType !== 'code') refuse('response_type_unsupported', 'response_type must be code')

  const responseMode = params.get('response_mode') ?? 'query'
  if (!isResponseMode(responseMode)) return refuse('response_mode_unsupported', 'response_mode must be query or form_post')

  const prompts = readPrompts(params.get('prompt'), refuse)
  const scopes = readScopes(params.get('scope'), client, prompts, refuse)
  return {
    redirectUri: redirect.uri,
    state: params.get('state'),
    responseMode,
    nonce: params.get('nonce'),
    codeChallenge: readCodeChallenge(params, client, refuse),
    scopes,
    prompts,
    maxAgeSeconds: readMaxAge(params.get('max_age'), refuse),
    acrValues: params.get('acr_values'),
    askedVerified: readClaims(params.get('claims'), scopes, refuse),
    loginHint: params.get('login_hint'),
    uiLocales: params.get('ui_locales'),
    idTokenHint: params.get('id_token_hint'),
  }
}

type Refuse = (reason: AuthorizationReason, description: string) => never

function readPrompts(text: string | undefined, refuse: Refuse): Prompt[] {
  const names = [...new Set((text ?? '').split(' ').filter(Boolean))]
  const prompts = names.filter(isPrompt)
  if (prompts.length !== names.length) refuse('prompt_unknown', `prompt must be one of ${PROMPTS.join(', ')}`)
  if (prompts.includes('none') && prompts.length > 1) refuse('prompt_none_combined', 'prompt=none cannot be combined with another value')
  return prompts
}

/** PKCE is mandatory for public clients; `plain` is refused for all. @see RFC 7636 §4.4.1 */
function readCodeChallenge(params: Parameters, client: Client, refuse: Refuse): string | undefined {
  const challenge = params.get('code_challenge')
  const method = params.get('code_challenge_method')
  if (!challenge) {
    if (method) refuse('challenge_method_alone', 'code_challenge_method is given without code_challenge')
    if (isPublicClient(client.clientType)) refuse('challenge_missing', 'code_challenge is required for public clients')
    return undefined
  }
  if (method !== 'S256') refuse('challenge_method_unsupported', 'code_challenge_method must be S256')
  if (!isCodeChallenge(challenge)) refuse('challenge_malformed', 'code_challenge must be 43 to 128 base64url characters')
  return challenge
}

function readScopes(text: string | undefined, client: Client, prompts: Prompt[], refuse: Refuse) {
  const names = (text ?? '').split(' ').filter(Boolean)
  if (!names.includes('openid')) refuse('openid_missing', 'scope must contain openid')
  const foreign = names.find((name) => !isScope(name) || !client.scopes.includes(name))
  if (foreign !== undefined) refuse('scope_not_granted', `scope ${/^[\w.:/-]{1,60}$/.test(foreign) ? foreign : 'value'} is not granted to this app`)
  // Spec: Authentication, rule 2. Dropped silently: the client still gets its access token.
  const offlineAllowed = prompts.includes('consent') && !isPublicClient(client.clientType)
  return inCatalogOrder(names).filter((name) => name !== 'offline_access' || offlineAllowed)
}

function readMaxAge(text: string | undefined, refuse: Refuse): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) refuse('max_age_malformed', 'max_age must be a whole number of seconds')
  return Number(text)
}

/** Of `claims` only `verified_claims` of userinfo is looked at: nothing else of it opens more than scopes do. @see OpenID Connect Core §5.5 */
function readClaims(text: string | undefined, scopes: readonly ScopeName[], refuse: Refuse): string | undefined {
  if (text === undefined) return undefined
  const read = readAskedVerified(text, scopes)
  return read.kind === 'fault' ? refuse('claims_malformed', read.description) : (read.kept ?? undefined)
}
