import { sql, transaction } from '#lib/core/db'
import { isStorableText } from '#lib/core/outside-text'
import { AuthorizationError, AuthorizationPageError, ProvenRedirect } from '../errors'
import type { Parameters } from '../form-parameters'
import { beginInteraction } from '../interaction/interaction'
import { deleteInteractionOfPushed } from '../interaction/store'
import { readIdTokenHint } from '../keys/id-token-hint'
import { isPushedRequestUri, readPushedParameters } from '../pushed-request/push-authorization-request'
import { deletePushedRequest, lockPushedRequest } from '../pushed-request/store'
import { withToldAge } from './auth-time-for'
import { type AuthorizationAnswer, codeAnswer } from './authorization-response'
import { judgeAuthorization, NOTHING_YET } from './judge-authorization'
import { newCode } from './new-code'
import { readAuthorizationRequest } from './read-authorization-request'
import { insertCode, type NewCode, readAuthorizationContext } from './store'

export type NextStep =
  | { kind: 'answer'; answer: AuthorizationAnswer }
  | { kind: 'interact'; screen: 'login' | 'choose_account' | 'consent'; interactionId: string; uiLocales: string | undefined }

/**
 * The authorization endpoint: a request from a browser becomes a code at once when nobody has to be asked, else a screen.
 * @see RFC 6749 §4.1.1, OpenID Connect Core §3.1.2
 * @param sessionHash fingerprint of the browser's session, when it has one
 * @throws AuthorizationPageError shown to the person; AuthorizationError sent to the client
 */
export async function startAuthorization(sent: Parameters, sessionHash: Buffer | null): Promise<NextStep> {
  const { context, redirect, params, pushedHash } = await proveClient(sent, sessionHash)
  const { idTokenHint, ...request } = readAuthorizationRequest(params, context.client, redirect)
  if (idTokenHint !== undefined) request.hintedSub = await readIdTokenHint(idTokenHint, context.client, redirect)

  const { client, session, grant } = context
  const verdict = judgeAuthorization(request, withToldAge(session, client.id, request.maxAgeSeconds), grant, NOTHING_YET)
  if (verdict.kind === 'refuse') throw new AuthorizationError(verdict.reason, verdict.description, redirect)
  if (verdict.kind === 'issue') {
    if (!session || !grant) throw new Error('a code needs a session and a consent')
    const { secret, stored } = newCode(request, { client, session, grantId: grant.id })
    const isWritten = pushedHash ? await spendPushedRequest(pushedHash, stored) : await insertCode(sql, stored)
    if (isWritten) return { kind: 'answer', answer: codeAnswer(redirect, secret) }
    // Consent or session ended between two statements: ask again, with what is true now.
    return startAuthorization(sent, sessionHash)
  }
  const interactionId = await beginInteraction(context.client.id, request, pushedHash)
  if (interactionId === null) throw requestSpent()
  return { kind: 'interact', screen: verdict.kind, interactionId, uiLocales: request.uiLocales }
}

/** Client and redirect URI first: until both hold there is no address anything may be sent to. */
async function proveClient(sent: Parameters, sessionHash: Buffer | null) {
  const clientId = sent.isRepeated('client_id') ? undefined : sent.get('client_id')
  // One that the database cannot even look for would fail the others that are looked for with it.
  const context = clientId && isStorableText(clientId) ? await readAuthorizationContext(clientId, sessionHash) : null
  if (!context) throw new AuthorizationPageError('client_unknown', 'This app is not registered here.')

  const { params, pushedHash } = await pushedOr(sent, context.client.id)
  const uri = params.isRepeated('redirect_uri') ? '' : (params.get('redirect_uri') ?? '')
  const evidence = { appId: context.client.id, redirectUri: uri }
  if (!context.client.isActive) throw new AuthorizationPageError('client_inactive', 'This app is switched off.', evidence)
  const redirect = ProvenRedirect.prove(context.client, uri, params.get('state'), params.get('response_mode'))
  if (!redirect) {
    throw new AuthorizationPageError('redirect_uri_unregistered', 'The return address of this request is not one that the app registered.', evidence)
  }
  return { context, redirect, params, pushedHash }
}

/** What the app's server sent ahead counts alone; nothing beside it in the browser's request does. @see RFC 9126 §4 */
async function pushedOr(sent: Parameters, appId: string): Promise<{ params: Parameters; pushedHash: Buffer | null }> {
  const requestUri = sent.isRepeated('request_uri') ? undefined : sent.get('request_uri')
  if (!isPushedRequestUri(requestUri)) return { params: sent, pushedHash: null }
  const pushed = await readPushedParameters(requestUri, appId)
  if (!pushed) throw requestSpent()
  return { params: pushed.params, pushedHash: pushed.hash }
}

const requestSpent = () => new AuthorizationPageError('request_uri_spent', 'This request was used already or is too old.')

/**
 * Writes the code of a pushed request, which is spent by it: of any number who come at once, one gets a code. A page that
 * waits for an answer to the same request is over.
 * @returns false when consent, app or session ended meanwhile @throws AuthorizationPageError when it is spent already
 */
async function spendPushedRequest(pushedHash: Buffer, code: NewCode): Promise<boolean> {
  const outcome = await transaction(async (tx) => {
    if (!(await lockPushedRequest(tx, pushedHash))) return 'spent'
    if (!(await insertCode(tx, code))) return 'ended'
    await deleteInteractionOfPushed(tx, pushedHash)
    await deletePushedRequest(tx, pushedHash)
    return 'written'
  })
  if (outcome === 'spent') throw requestSpent()
  return outcome === 'written'
}
