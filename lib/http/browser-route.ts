import { AppError, PayloadTooLargeError, UnavailableError } from '#lib/core/errors'
import { AuthorizationPageError, ProtocolRefusal } from '#lib/oauth/errors'
import { Parameters } from '#lib/oauth/form-parameters'
import { isForm, readFormText } from './body'
import { type Endpoint, endpoint, type Methods } from './endpoint'
import { errorPage } from './error-page'
import { type HttpReply, type HttpRequest, queryOf } from './message'
import type { OwnerHelp } from './owner-help'
import { pageLook } from './page-look'

/** A request of a browser that cannot be read; only a page can say so. */
export class RequestPageError extends ProtocolRefusal<'invalid_request'> {
  readonly status = 400

  constructor(reason: 'parameter_repeated' | 'parameter_not_text' | 'body_coded') {
    super(reason, 'a parameter is repeated or is not valid text')
  }
}

/** A form that was not sent from a page of ours. */
export class CrossOriginPageError extends AppError<'invalid_request'> {
  readonly status = 403

  constructor() {
    super('invalid_request', 'this form was not sent from this site')
  }
}

/** An endpoint a browser is sent to: it redirects, and its faults are pages. */
export const browserEndpoint = (path: string, methods: Methods): Endpoint =>
  endpoint(path, methods, {
    present,
    methodNotAllowed: (allow) => ({
      status: 405,
      headers: { Allow: allow, 'Content-Type': 'text/plain; charset=utf-8' },
      body: 'Use GET or POST.\n',
    }),
  })

export async function readBrowserParameters(request: HttpRequest): Promise<Parameters> {
  if (request.method !== 'POST') return new Parameters(queryOf(request))
  const refuse = () => {
    throw new RequestPageError('body_coded')
  }
  return new Parameters(new URLSearchParams(isForm(request) ? await readFormText(request, refuse) : ''))
}

/** 303, so that a POST never re-posts anything to the app. @see RFC 9700 §4.12 */
export const redirectTo = (location: string, cookie?: string): HttpReply => ({
  status: 303,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', ...(cookie && { 'Set-Cookie': cookie }) },
  body: null,
})

/** @param help for staff of the app's own company only */
export const authorizationFaultPage = ({ code, reason }: AuthorizationPageError, request: HttpRequest, help?: OwnerHelp): HttpReply => {
  const words = reason === 'request_uri_spent' ? reason : undefined
  return errorPage({ status: 400, code, look: lookOf(request), reference: request.id, help, words })
}

/** The person is logged out, and stays here: the address to go on to is not one that the app registered. */
export const loggedOutPage = (request: HttpRequest, cookie: string): HttpReply => {
  const reason = 'post_logout_redirect_uri_unregistered'
  const page = errorPage({ status: 400, code: 'invalid_request', look: lookOf(request), reference: request.id, words: reason })
  return { ...page, headers: { ...page.headers, 'Set-Cookie': cookie }, reason }
}

function present(error: unknown, request: HttpRequest): HttpReply {
  const reference = request.id
  const look = lookOf(request)
  if (error instanceof AuthorizationPageError) return authorizationFaultPage(error, request)
  if (error instanceof CrossOriginPageError) return errorPage({ status: error.status, code: 'invalid_request', look, reference })
  if (error instanceof RequestPageError) return errorPage({ status: 400, code: 'invalid_request', look, reference })
  if (error instanceof UnavailableError) return errorPage({ status: 503, code: 'temporarily_unavailable', look, reference })
  if (error instanceof PayloadTooLargeError) return errorPage({ status: 413, code: 'invalid_request', look, reference })
  return errorPage({ status: 500, code: 'server_error', look, reference })
}

export const lookOf = (request: HttpRequest) => pageLook((name) => request.header(name))
