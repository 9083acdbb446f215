import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose'
import { sql } from '#lib/core/db'
import { codeResponse } from './authorization-response'
import { AuthorizationError, AuthorizationPageError, ProvenRedirect } from './errors'
import type { Parameters } from './form-parameters'
import { beginInteraction } from './interaction'
import { judgeAuthorization, NOTHING_YET } from './judge-authorization'
import { jsonWebKeySet } from './keys'
import { newCode } from './new-code'
import { readAuthorizationRequest } from './read-authorization-request'
import { type AuthorizationContext, insertCode, readAuthorizationContext } from './store/authorization'

export type NextStep =
  | { kind: 'redirect'; location: string }
  | { kind: 'interact'; screen: 'login' | 'choose_account' | 'consent'; interactionId: string; uiLocales: string | undefined }

/**
 * The authorization endpoint: a request from a browser becomes a code at once when nobody has to be asked, else a screen.
 * @see RFC 6749 §4.1.1, OpenID Connect Core §3.1.2
 * @param sessionHash fingerprint of the browser's session, when it has one
 * @throws AuthorizationPageError shown to the person; AuthorizationError sent to the client
 */
export async function startAuthorization(params: Parameters, sessionHash: Buffer | null): Promise<NextStep> {
  const { context, redirect } = await proveClient(params, sessionHash)
  const { idTokenHint, ...request } = readAuthorizationRequest(params, context.client, redirect)
  if (idTokenHint !== undefined) request.hintedSub = await readIdTokenHint(idTokenHint, context, redirect)

  const verdict = judgeAuthorization(request, context.session, context.grant, NOTHING_YET)
  if (verdict.kind === 'refuse') throw new AuthorizationError(verdict.code, verdict.description, redirect)
  if (verdict.kind === 'issue') {
    const code = newCode(request, (context.grant as NonNullable<typeof context.grant>).id, sessionHash as Buffer)
    if (await insertCode(sql, code.stored)) return { kind: 'redirect', location: codeResponse(redirect, code.secret) }
    // Consent or session ended between two statements: ask again, with what is true now.
    return startAuthorization(params, sessionHash)
  }
  return {
    kind: 'interact',
    screen: verdict.kind,
    interactionId: await beginInteraction(context.client.id, request),
    uiLocales: request.uiLocales,
  }
}

/** Client and redirect URI first: until both hold there is no address anything may be sent to. */
async function proveClient(params: Parameters, sessionHash: Buffer | null) {
  const clientId = params.isRepeated('client_id') ? undefined : params.get('client_id')
  const context = clientId ? await readAuthorizationContext(clientId, sessionHash) : null
  if (!context) throw new AuthorizationPageError('invalid_client', 'This app is not registered here.')

  const uri = params.isRepeated('redirect_uri') ? '' : (params.get('redirect_uri') ?? '')
  const evidence = { appId: context.client.id, redirectUri: uri }
  if (!context.client.isActive) throw new AuthorizationPageError('invalid_client', 'This app is switched off.', evidence)
  const redirect = ProvenRedirect.prove(context.client.redirectUris, uri, params.get('state'))
  if (!redirect) {
    throw new AuthorizationPageError('invalid_redirect_uri', 'The return address of this request is not one that the app registered.', evidence)
  }
  return { context, redirect }
}

/** The person an earlier id_token of this client names; its expiry does not matter. @see OpenID Connect Core §3.1.2.1 */
async function readIdTokenHint(hint: string, { client }: AuthorizationContext, redirect: ProvenRedirect): Promise<string> {
  try {
    await compactVerify(hint, createLocalJWKSet(await jsonWebKeySet()))
    const { sub, aud } = decodeJwt(hint)
    if (typeof sub === 'string' && aud === client.clientId) return sub
  } catch {
    // falls through to the one refusal
  }
  throw new AuthorizationError('invalid_request', 'id_token_hint is not an id_token of this app', redirect)
}
