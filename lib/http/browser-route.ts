import { AppError, PayloadTooLargeError, UnavailableError } from '#lib/core/errors'
import { LOCALE_COOKIE, type Locale, pickLocale } from '#lib/i18n/locales'
import { AuthorizationPageError } from '#lib/oauth/errors'
import { Parameters } from '#lib/oauth/form-parameters'
import { isForm, readBody } from './body'
import { type Endpoint, endpoint, type Methods, requestIdOf } from './endpoint'
import { errorPage } from './error-page'
import type { OwnerHelp } from './owner-help'

/** A request of a browser that cannot be read; only a page can say so. */
export class RequestPageError extends AppError<'invalid_request'> {
  readonly status = 400

  constructor() {
    super('invalid_request', 'a parameter is repeated or is not valid text')
  }
}

/** An endpoint a browser is sent to: it redirects, and its faults are pages. */
export const browserEndpoint = (path: string, methods: Methods): Endpoint =>
  endpoint(path, methods, {
    present,
    methodNotAllowed: (allow) =>
      new Response('Use GET or POST.\n', { status: 405, headers: { Allow: allow, 'Content-Type': 'text/plain; charset=utf-8' } }),
  })

export async function readBrowserParameters(request: Request): Promise<Parameters> {
  if (request.method !== 'POST') return new Parameters(new URL(request.url).searchParams)
  return new Parameters(new URLSearchParams(isForm(request) ? (await readBody(request)).toString() : ''))
}

/** 303, so that a POST never re-posts anything to the app. @see RFC 9700 §4.12 */
export const redirectTo = (location: string) =>
  new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } })

/** @param help for staff of the app's own company only */
export const authorizationFaultPage = (error: AuthorizationPageError, request: Request, help?: OwnerHelp): Response =>
  errorPage({ status: 400, code: error.code, language: languageOf(request), reference: requestIdOf(request), help })

function present(error: unknown, request: Request): Response {
  const reference = requestIdOf(request)
  const language = languageOf(request)
  if (error instanceof AuthorizationPageError) return authorizationFaultPage(error, request)
  if (error instanceof RequestPageError) return errorPage({ status: 400, code: 'invalid_request', language, reference })
  if (error instanceof UnavailableError) return errorPage({ status: 503, code: 'temporarily_unavailable', language, reference })
  if (error instanceof PayloadTooLargeError) return errorPage({ status: 413, code: 'invalid_request', language, reference })
  return errorPage({ status: 500, code: 'server_error', language, reference })
}

const languageOf = (request: Request): Locale => pickLocale(cookieLocale(request)) ?? pickLocale(request.headers.get('accept-language')) ?? 'en'

const cookieLocale = (request: Request) =>
  request.headers
    .get('cookie')
    ?.split('; ')
    .find((pair) => pair.startsWith(`${LOCALE_COOKIE}=`))
    ?.slice(LOCALE_COOKIE.length + 1)
