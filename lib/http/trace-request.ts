import type { IncomingMessage, ServerResponse } from 'node:http'
import { tracer } from '#lib/core/tracing'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Answers a request within a span, where traces are on. Its route is one we know, never the path that was asked for. The
 * trace may be one that the caller began; no answer and no delivery of ours names it.
 */
export function answerTraced(incoming: IncomingMessage, outgoing: ServerResponse, requestId: string, route: string, answer: () => void): void {
  const method = METHODS.has(incoming.method ?? '') ? (incoming.method as string) : '_OTHER'
  const facts = { 'http.request.method': method, 'http.route': route, 'signet.request_id': requestId }
  const span = tracer()?.open(`${method} ${route}`, 'server', facts, incoming.headers.traceparent?.toString() ?? '')
  if (!span) {
    answer()
    return
  }
  outgoing.once('close', () => {
    const { statusCode: status } = outgoing
    span.end({ 'http.response.status_code': status, ...(status >= 500 && { 'error.type': String(status) }) })
  })
  span.inside(answer)
}
