import { isSecureOrigin } from '#lib/core/env'
import { PayloadTooLargeError, UnavailableError } from '#lib/core/errors'
import { LOCALE_COOKIE, pickLocale } from '#lib/i18n/locales'
import { errorResponse } from '#lib/oauth/authorization-response'
import { AuthorizationError, AuthorizationPageError } from '#lib/oauth/errors'
import { Parameters } from '#lib/oauth/form-parameters'
import { type NextStep, startAuthorization } from '#lib/oauth/start-authorization'
import { sessionHashOf, USER_REALM } from '#lib/session/realm'
import { isForm, readBody } from '../body'
import { endpoint, type Handler, requestIdOf } from '../endpoint'
import { errorPage } from '../error-page'

/** @see RFC 6749 §3.1, OpenID Connect Core §3.1.2 */
const authorize: Handler = async (request) => {
  const params = await readParameters(request)
  const sessionHash = await sessionHashOf(USER_REALM, request)
  try {
    return seeOther(await startAuthorization(params, sessionHash), request)
  } catch (error) {
    if (error instanceof AuthorizationError) return redirectTo(errorResponse(error))
    throw error
  }
}

export const authorizeEndpoint = endpoint(
  '/oauth2/auth',
  { GET: authorize, POST: authorize },
  {
    present,
    methodNotAllowed: (allow) =>
      new Response('Use GET or POST.\n', { status: 405, headers: { Allow: allow, 'Content-Type': 'text/plain; charset=utf-8' } }),
  },
)

async function readParameters(request: Request): Promise<Parameters> {
  if (request.method !== 'POST') return new Parameters(new URL(request.url).searchParams)
  return new Parameters(new URLSearchParams(isForm(request) ? (await readBody(request)).toString() : ''))
}

function seeOther(step: NextStep, request: Request): Response {
  if (step.kind === 'redirect') return redirectTo(step.location)
  const path = step.screen === 'consent' ? `/consent/${step.interactionId}` : `/login?interaction=${step.interactionId}`
  const response = redirectTo(path)
  const locale = pickLocale(step.uiLocales)
  // The app's wish counts until the person chose a language here.
  if (locale && !request.headers.get('cookie')?.includes(`${LOCALE_COOKIE}=`)) {
    response.headers.append('Set-Cookie', `${LOCALE_COOKIE}=${locale}; Path=/; SameSite=Lax; Max-Age=31536000${isSecureOrigin() ? '; Secure' : ''}`)
  }
  return response
}

/** 303, so that a POST never re-posts anything to the app. @see RFC 9700 §4.12 */
const redirectTo = (location: string) =>
  new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } })

function present(error: unknown, request: Request): Response {
  const reference = requestIdOf(request)
  const language = pickLocale(cookieLocale(request)) ?? pickLocale(request.headers.get('accept-language')) ?? 'en'
  if (error instanceof AuthorizationPageError) return errorPage({ status: 400, code: error.code, language, reference })
  if (error instanceof UnavailableError) return errorPage({ status: 503, code: 'temporarily_unavailable', language, reference })
  if (error instanceof PayloadTooLargeError) return errorPage({ status: 413, code: 'invalid_request', language, reference })
  return errorPage({ status: 500, code: 'server_error', language, reference })
}

const cookieLocale = (request: Request) =>
  request.headers
    .get('cookie')
    ?.split('; ')
    .find((pair) => pair.startsWith(`${LOCALE_COOKIE}=`))
    ?.slice(LOCALE_COOKIE.length + 1)
