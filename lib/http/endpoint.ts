import { AppError, RequestCutShortError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { countError, countRequest } from '#lib/core/metrics'
import { ProtocolRefusal } from '#lib/oauth/errors'
import { REASON_CODES } from '#lib/oauth/reasons'
import { logCaller } from './caller'
import type { HttpReply, HttpRequest } from './message'
import { RETIREMENTS, retirementHeaders } from './retirements'

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
export function endpoint(path: string, methods: Methods, style: EndpointStyle, retirements = RETIREMENTS): Endpoint {
  const retired: Record<string, Record<string, string> | undefined> = Object.fromEntries(
    Object.keys(methods).map((method) => [method, retirementHeaders(path, method, retirements)]),
  )
  const allow = [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : []), ...(style.preflight ? ['OPTIONS'] : [])].join(', ')

  const dispatch = (request: HttpRequest, params: Record<string, string>): Promise<HttpReply> | HttpReply => {
    const method = methodOf(request)
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
      let code: string | null = null
      try {
        reply = await dispatch(request, params)
      } catch (error) {
        reply = error instanceof RequestCutShortError ? CUT_SHORT : style.present(error, request)
        const told = error instanceof AppError ? error.code : 'server_error'
        code = told
        countError(path, told)
        if (error instanceof ProtocolRefusal) reply = { ...reply, reason: error.reason }
        if (reply.status >= 500) log.error({ requestId: request.id, path, err: error }, 'request failed')
      }
      const took = performance.now() - began
      countRequest(path, request.method, reply.status, took)
      logCaller(request, path, reply, code ?? (reply.reason ? REASON_CODES[reply.reason] : null), took)
      const headers = {
        ...reply.headers,
        ...style.headers,
        ...withLinks(reply.headers, retired[methodOf(request)]),
        'X-Request-Id': request.id,
        'X-Content-Type-Options': 'nosniff',
      }
      return { ...reply, headers }
    },
  }
}

/** A retirement with its links, and those that the answer has. */
const withLinks = ({ Link: own }: Record<string, string>, retired: Record<string, string> | undefined) =>
  own && retired?.Link ? { ...retired, Link: `${own}, ${retired.Link}` } : retired

/** HEAD is GET without the body. */
const methodOf = ({ method }: HttpRequest) => (method === 'HEAD' ? 'GET' : method)

const CUT_SHORT: HttpReply = { status: 400, headers: {}, body: null }
