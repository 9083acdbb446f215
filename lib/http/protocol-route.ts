import { errorAddress } from '#lib/core/error-address'
import { type AppError, PayloadTooLargeError, UnavailableError } from '#lib/core/errors'
import { OAUTH_FAULTS, OAuthError } from '#lib/oauth/errors'
import { describeFault, Parameters } from '#lib/oauth/form-parameters'
import { isForm, readFormText } from './body'
import { type Endpoint, endpoint, type Methods } from './endpoint'
import { type HttpReply, type HttpRequest, json } from './message'

const CORS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'WWW-Authenticate, X-Request-Id' }

const body = (error: string, description: string) => ({ error, error_description: description, error_uri: errorAddress('oauth', error) })

/** @see RFC 6749 §5.2 */
function present(error: unknown): HttpReply {
  if (error instanceof OAuthError) return json(body(error.code, error.publicMessage), error.status, challenge(error))
  if (error instanceof PayloadTooLargeError) return json(body('invalid_request', error.publicMessage), error.status)
  if (error instanceof UnavailableError) return json(body('temporarily_unavailable', error.publicMessage), error.status, { 'Retry-After': '2' })
  return json(body('server_error', 'Something went wrong on our side. Name the X-Request-Id when you report it.'), OAUTH_FAULTS.server_error)
}

function challenge(error: AppError): Record<string, string> {
  if (error.code === 'invalid_client') return { 'WWW-Authenticate': 'Basic realm="signet", charset="UTF-8"' }
  if (error.code === 'invalid_token') {
    return { 'WWW-Authenticate': `Bearer realm="signet", error="invalid_token", error_description="${error.publicMessage}"` }
  }
  return {}
}

const preflight = (allow: string): HttpReply => ({
  status: 204,
  headers: {
    Allow: allow,
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Max-Age': '86400',
  },
  body: null,
})

/**
 * An endpoint that speaks OAuth's error shape.
 * @param options.crossOrigin whether pages of other origins may call it, without credentials
 */
export function protocolEndpoint(path: string, methods: Methods, { crossOrigin = true } = {}): Endpoint {
  return endpoint(path, methods, {
    present,
    ...(crossOrigin && { headers: CORS, preflight }),
    methodNotAllowed: (allow) => json(body('invalid_request', 'This method is not supported here.'), 405, { Allow: allow }),
  })
}

/**
 * The parameters of a form body. @see RFC 6749 §3.2, Appendix B
 * @throws OAuthError `invalid_request`
 */
export async function readForm(request: HttpRequest, known: ReadonlySet<string>): Promise<Parameters> {
  if (!isForm(request)) throw new OAuthError('form_expected', 'send the parameters as application/x-www-form-urlencoded')
  const refuse = (fault: string) => {
    throw new OAuthError('body_coded', fault)
  }
  const form = new Parameters(new URLSearchParams(await readFormText(request, refuse)))
  const fault = form.fault(known)
  if (fault) throw new OAuthError(`parameter_${fault.reason}`, describeFault(fault))
  return form
}
