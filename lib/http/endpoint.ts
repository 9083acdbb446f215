import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { countError, countRequest } from '#lib/core/metrics'
import { newId } from '#lib/core/random-id'

/**
 * An endpoint is one web-standard function for all methods of a path. The front server mounts it directly and
 * `app/**` exports it as a route handler, so both give the same answers.
 */
export type Endpoint = { path: string; handle: (request: Request, params: Record<string, string>) => Promise<Response> }

export type Handler = (request: Request, params: Record<string, string>) => Promise<Response>

export type Methods = Partial<Record<'GET' | 'POST' | 'PATCH', Handler>>

export const REQUEST_ID = 'x-request-id'

/** The id the front server gave the request, or a new one; never text of the caller's choosing. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get(REQUEST_ID)
  return given && /^req_[0-9A-Za-z]{22}$/.test(given) ? given : newId('req')
}

export type EndpointStyle = {
  /** Turns anything thrown into an answer. @param known whether it is one of ours, not a fault */
  present: (error: unknown, request: Request) => Response
  methodNotAllowed: (allow: string) => Response
  /** Added to every answer. */
  headers?: Record<string, string>
  /** Answers to OPTIONS, where other origins may call. */
  preflight?: (allow: string) => Response
}

/** Binds handlers to a path: method dispatch, HEAD, request id, and no error that gets past `present`. */
export function endpoint(path: string, methods: Methods, style: EndpointStyle): Endpoint {
  const allow = [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : []), ...(style.preflight ? ['OPTIONS'] : [])].join(', ')

  const dispatch = (request: Request, params: Record<string, string>): Promise<Response> | Response => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const handler = Object.hasOwn(methods, method) ? methods[method as keyof Methods] : undefined
    if (handler) return handler(request, params)
    if (method === 'OPTIONS' && style.preflight) return style.preflight(allow)
    return style.methodNotAllowed(allow)
  }

  return {
    path,
    async handle(request, params) {
      const requestId = requestIdOf(request)
      const began = performance.now()
      let response: Response
      try {
        response = await dispatch(request, params)
      } catch (error) {
        response = style.present(error, request)
        countError(path, error instanceof AppError ? error.code : 'server_error')
        if (response.status >= 500) log.error({ requestId, path, err: error }, 'request failed')
      }
      for (const [name, value] of Object.entries(style.headers ?? {})) response.headers.set(name, value)
      response.headers.set('X-Request-Id', requestId)
      response.headers.set('X-Content-Type-Options', 'nosniff')
      countRequest(path, request.method, response.status, performance.now() - began)
      return request.method === 'HEAD' ? new Response(null, response) : response
    },
  }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers } })
