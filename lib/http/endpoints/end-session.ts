import { judgeEndSession } from '#lib/oauth/end-session/end-session'
import type { Parameters } from '#lib/oauth/form-parameters'
import { endSessionForApp } from '#lib/session/end-session-for-app'
import { cookieName, cookieOptions, sessionHashOf, USER_REALM } from '#lib/session/realm'
import { leavingPage } from '../answer-pages'
import { browserEndpoint, loggedOutPage, lookOf, RequestPageError, readBrowserParameters, redirectTo } from '../browser-route'
import type { Handler } from '../endpoint'
import type { HttpRequest } from '../message'

const PARAMETERS = new Set(['id_token_hint', 'logout_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'ui_locales'])
/** What the page that asks needs to go on; the hint proved nothing and stays behind. */
const CARRIED = new Set(['post_logout_redirect_uri', 'state'])

async function readParameters(request: HttpRequest): Promise<Parameters> {
  const params = await readBrowserParameters(request)
  const fault = params.fault(PARAMETERS)
  if (fault) throw new RequestPageError(`parameter_${fault.reason}`)
  return params
}

/** @see OpenID Connect RP-Initiated Logout §2 */
const endSession: Handler = async (request) => {
  const params = await readParameters(request)
  const sessionHash = await sessionHashOf(USER_REALM, request.header('cookie'))
  const step = await judgeEndSession(
    {
      idTokenHint: params.get('id_token_hint'),
      clientId: params.get('client_id'),
      postLogoutRedirectUri: params.get('post_logout_redirect_uri'),
      state: params.get('state'),
    },
    sessionHash,
  )
  if (step.kind === 'ask') {
    const carried = params.only(CARRIED)
    if (step.clientId !== undefined) carried.set('client_id', step.clientId)
    return redirectTo(carried.size > 0 ? `/logout?${carried}` : '/logout')
  }
  if (sessionHash && step.askingAppId !== null) await endSessionForApp(sessionHash, step.askingAppId)
  const { secure } = cookieOptions()
  const forgotten = `${cookieName(USER_REALM)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure ? '; Secure' : ''}`
  if (step.next.kind === 'unregistered') return loggedOutPage(request, forgotten)
  if (step.next.kind === 'nowhere' || step.next.isVerified) return redirectTo(step.next.kind === 'app' ? step.next.location : '/logout', forgotten)
  const page = leavingPage({ uri: step.next.location, fields: null }, lookOf(request), 'leavingLoggedOut')
  return { ...page, headers: { ...page.headers, 'Set-Cookie': forgotten } }
}

/** Browsers send our cookie with a GET from elsewhere only, so a form from the app becomes one. @see RFC 6265bis §5.6.7 */
const asGet: Handler = async (request) => {
  const params = await readParameters(request)
  return redirectTo(`/oauth2/logout?${params.only(PARAMETERS)}`)
}

export const endSessionEndpoint = browserEndpoint('/oauth2/logout', { GET: endSession, POST: asGet })
