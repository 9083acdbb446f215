import { isSecureOrigin } from '#lib/core/env'
import { countError } from '#lib/core/metrics'
import { LOCALE_COOKIE, pickLocale } from '#lib/i18n/locales'
import { errorAnswer } from '#lib/oauth/authorize/authorization-response'
import { type NextStep, startAuthorization } from '#lib/oauth/authorize/start-authorization'
import { AuthorizationError, AuthorizationPageError } from '#lib/oauth/errors'
import { sessionHashOf, USER_REALM } from '#lib/session/realm'
import { authorizationFaultPage, browserEndpoint, readBrowserParameters, redirectTo } from '../browser-route'
import { noteVisit } from '../caller'
import { deliverAnswer, deliverUnasked } from '../deliver-answer'
import type { Handler } from '../endpoint'
import type { HttpReply, HttpRequest } from '../message'
import { ownerHelp } from '../owner-help'

const PATH = '/oauth2/auth'

/** @see RFC 6749 §3.1, OpenID Connect Core §3.1.2 */
const authorize: Handler = async (request) => {
  const params = await readBrowserParameters(request)
  const clientId = params.isRepeated('client_id') ? undefined : params.get('client_id')
  if (clientId !== undefined) noteVisit(request, clientId)
  const sessionHash = await sessionHashOf(USER_REALM, request.header('cookie'))
  try {
    return seeOther(await startAuthorization(params, sessionHash), request)
  } catch (error) {
    if (error instanceof AuthorizationPageError) return refuseOnPage(error, request)
    if (!(error instanceof AuthorizationError)) throw error
    countError(PATH, error.code)
    return deliverUnasked(errorAnswer(error), request)
  }
}

/** Staff of the app's own company get the fault with what mends it; for everybody else it is thrown on as it is. */
async function refuseOnPage(error: AuthorizationPageError, request: HttpRequest): Promise<HttpReply> {
  const help = await ownerHelp(error, request)
  if (!help) throw error
  countError(PATH, error.code)
  return { ...authorizationFaultPage(error, request, help), reason: error.reason }
}

export const authorizeEndpoint = browserEndpoint(PATH, { GET: authorize, POST: authorize })

function seeOther(step: NextStep, request: HttpRequest): HttpReply {
  if (step.kind === 'answer') return deliverAnswer(step.answer, request)
  const path = step.screen === 'consent' ? `/consent/${step.interactionId}` : `/login?interaction=${step.interactionId}`
  const locale = pickLocale(step.uiLocales)
  // The app's wish counts until the person chose a language here.
  if (!locale || request.header('cookie')?.includes(`${LOCALE_COOKIE}=`)) return redirectTo(path)
  return redirectTo(path, `${LOCALE_COOKIE}=${locale}; Path=/; SameSite=Lax; Max-Age=31536000${isSecureOrigin() ? '; Secure' : ''}`)
}
