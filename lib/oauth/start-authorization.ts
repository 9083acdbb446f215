import { sql } from '#lib/core/db'
import { codeResponse } from './authorization-response'
import { AuthorizationError, AuthorizationPageError, ProvenRedirect } from './errors'
import type { Parameters } from './form-parameters'
import { readIdTokenHint } from './id-token-hint'
import { beginInteraction } from './interaction'
import { judgeAuthorization, NOTHING_YET } from './judge-authorization'
import { newCode } from './new-code'
import { isPushedRequestUri, takePushedParameters } from './push-authorization-request'
import { readAuthorizationRequest } from './read-authorization-request'
import { insertCode, readAuthorizationContext } from './store/authorization'

export type NextStep =
  | { kind: 'redirect'; location: string }
  | { kind: 'interact'; screen: 'login' | 'choose_account' | 'consent'; interactionId: string; uiLocales: string | undefined }

/**
 * The authorization endpoint: a request from a browser becomes a code at once when nobody has to be asked, else a screen.
 * @see RFC 6749 §4.1.1, OpenID Connect Core §3.1.2
 * @param sessionHash fingerprint of the browser's session, when it has one
 * @throws AuthorizationPageError shown to the person; AuthorizationError sent to the client
 */
export async function startAuthorization(sent: Parameters, sessionHash: Buffer | null): Promise<NextStep> {
  const { context, redirect, params } = await proveClient(sent, sessionHash)
  const { idTokenHint, ...request } = readAuthorizationRequest(params, context.client, redirect)
  if (idTokenHint !== undefined) request.hintedSub = await readIdTokenHint(idTokenHint, context.client, redirect)

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
async function proveClient(sent: Parameters, sessionHash: Buffer | null) {
  const clientId = sent.isRepeated('client_id') ? undefined : sent.get('client_id')
  const context = clientId ? await readAuthorizationContext(clientId, sessionHash) : null
  if (!context) throw new AuthorizationPageError('invalid_client', 'This app is not registered here.')

  const params = await pushedOr(sent, context.client.id)
  const uri = params.isRepeated('redirect_uri') ? '' : (params.get('redirect_uri') ?? '')
  const evidence = { appId: context.client.id, redirectUri: uri }
  if (!context.client.isActive) throw new AuthorizationPageError('invalid_client', 'This app is switched off.', evidence)
  const redirect = ProvenRedirect.prove(context.client.redirectUris, uri, params.get('state'))
  if (!redirect) {
    throw new AuthorizationPageError('invalid_redirect_uri', 'The return address of this request is not one that the app registered.', evidence)
  }
  return { context, redirect, params }
}

/** What the app's server sent ahead counts alone; nothing beside it in the browser's request does. @see RFC 9126 §4 */
async function pushedOr(sent: Parameters, appId: string): Promise<Parameters> {
  const requestUri = sent.isRepeated('request_uri') ? undefined : sent.get('request_uri')
  if (!isPushedRequestUri(requestUri)) return sent
  const pushed = await takePushedParameters(requestUri, appId)
  if (!pushed) throw new AuthorizationPageError('invalid_request_uri', 'This request was used already or is too old.')
  return pushed
}
