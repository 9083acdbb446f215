import { AppError, RequestCutShortError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { countError, countRequest } from '#lib/core/metrics'
import { ProtocolRefusal } from '#lib/oauth/errors'
import type { HttpReply, HttpRequest } from './message'

/**
 * An endpoint is one function for all methods of a path, from plain values to plain values. The front server mounts it
 * directly and `app/**` exports it as a route handler, so both give the same answers.
 */
export type Endpoint = { path: string; handle: (request: HttpRequest, params: Record<string, string>) => Promise<HttpReply> }

export type Handler = (request: HttpRequest, params: Record<string, string>) => Promise<HttpReply>

export type Methods = Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Handler>>

export type EndpointStyle = {
  /** Turns anything thrown into an answer. @param known whether it is one of ours, not a fault */
  present: (error: unknown, request: HttpRequest) => HttpReply
  methodNotAllowed: (allow: string) => HttpReply
  /** Added to every answer. */
  headers?: Record<string, string>
  /** Answers to OPTIONS, where other origins may call. */
  preflight?: (allow: string) => HttpReply
}

/** Binds handlers to a path: method dispatch, HEAD, request id, and no error that gets past `present`. */
export function endpoint(path: string, methods: Methods, style: EndpointStyle): Endpoint {
  const allow = [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : []), ...(style.preflight ? ['OPTIONS'] : [])].join(', ')

  const dispatch = (request: HttpRequest, params: Record<string, string>): Promise<HttpReply> | HttpReply => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const handler = Object.hasOwn(methods, method) ? methods[method as keyof Methods] : undefined
    if (handler) return handler(request, params)
    if (method === 'OPTIONS' && style.preflight) return style.preflight(allow)
    return style.methodNotAllowed(allow)
  }

  return {
    path,
    async handle(request, params) {
      const began = performance.now()
      let reply: HttpReply
      try {
        reply = await dispatch(request, params)
      } catch (error) {
        reply = error instanceof RequestCutShortError ? CUT_SHORT : style.present(error, request)
        countError(path, error instanceof AppError ? error.code : 'server_error')
        if (error instanceof ProtocolRefusal) reply = { ...reply, reason: error.reason }
        if (reply.status >= 500) log.error({ requestId: request.id, path, err: error }, 'request failed')
      }
      countRequest(path, request.method, reply.status, performance.now() - began)
      const headers = { ...reply.headers, ...style.headers, 'X-Request-Id': request.id, 'X-Content-Type-Options': 'nosniff' }
      return { ...reply, headers }
    },
  }
}

const CUT_SHORT: HttpReply = { status: 400, headers: {}, body: null }
