import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { newId } from '#lib/core/random-id'
import { REQUEST_ID } from './endpoint'
import { MISSING_API, MISSING_V1, ROUTES } from './routes'

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Largest body a page's form may send; endpoints have their own, smaller limit. */
const MAX_PAGE_BODY_BYTES = 1024 * 1024
const DRAIN_MS = 10_000

/** Headers by which a proxy would tell about itself. Nothing is derived from them, so none gets further. */
const NOT_FOR_US = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'forwarded', 'x-middleware-subrequest']

const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/**
 * The front server: endpoints straight from the route table, every other path to Next, one set of limits for both.
 * @returns a function that stops it: no new connections, running requests get ten seconds to end
 */
export function startFrontServer(pages: PageHandler): Promise<() => Promise<void>> {
  const expectedHost = new URL(env().BASE_URL).host
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false })

  app.use(async (context, next) => {
    const { incoming } = context.env
    for (const name of NOT_FOR_US) delete incoming.headers[name]
    const requestId = newId('req')
    incoming.headers[REQUEST_ID] = requestId
    context.req.raw.headers.set(REQUEST_ID, requestId)
    logWhenDone(context.env, requestId)
    if (incoming.headers.host !== expectedHost) {
      return refusal(400, 'invalid_request', `This service answers at ${env().BASE_URL} only.`, requestId)
    }
    await next()
  })
  for (const route of ROUTES) app.all(route.path, (context) => route.handle(context.req.raw, context.req.param() as Record<string, string>))
  // next-auth's session endpoints are Next's own.
  app.all('/api/auth/*', (context) => toPages(context.env))
  app.all('/api', (context) => MISSING_API.handle(context.req.raw, {}))
  app.all('/api/*', (context) => MISSING_API.handle(context.req.raw, {}))
  app.all('/v1', (context) => MISSING_V1.handle(context.req.raw, {}))
  app.all('/v1/*', (context) => MISSING_V1.handle(context.req.raw, {}))
  app.all('*', (context) => toPages(context.env))
  app.onError((error) => {
    log.error({ err: error }, 'front server failed')
    return refusal(500, 'server_error', 'Something went wrong on our side.', newId('req'))
  })

  async function toPages({ incoming, outgoing }: HttpBindings): Promise<Response> {
    const requestId = String(incoming.headers[REQUEST_ID])
    if (Number(incoming.headers['content-length'] ?? 0) > MAX_PAGE_BODY_BYTES) {
      return refusal(413, 'payload_too_large', `The request body is larger than ${MAX_PAGE_BODY_BYTES} bytes.`, requestId)
    }
    if (!/^(GET|HEAD|POST)$/.test(incoming.method ?? '')) return refusal(405, 'method_not_allowed', 'Use GET or POST.', requestId)
    try {
      decodeURIComponent(incoming.url ?? '')
    } catch {
      return refusal(400, 'invalid_request', 'The address is not valid percent-encoded UTF-8.', requestId)
    }
    outgoing.setHeader('X-Request-Id', requestId)
    for (const [name, value] of Object.entries(PAGE_HEADERS)) outgoing.setHeader(name, value)
    await pages(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  }

  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: app.fetch,
        overrideGlobalObjects: false,
        hostname: env().HOST,
        port: env().PORT,
        serverOptions: { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024 },
      },
      () => resolve(() => stop()),
    )
    server.on('error', reject)
    server.on('clientError', answerMalformed)

    const stop = () =>
      new Promise<void>((done) => {
        const patience = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), DRAIN_MS)
        server.close(() => {
          clearTimeout(patience)
          done()
        })
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      })
  })
}

const refusal = (status: number, error: string, message: string, requestId: string) =>
  new Response(JSON.stringify({ error, message }), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff' },
  })

/** What Node could not even parse as HTTP gets the same JSON shape as everything else. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'invalid_request', 'The request headers are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'invalid_request', 'The request took too long to arrive.']
        : ['400 Bad Request', 'invalid_request', 'This is not a valid HTTP request.']
  const body = JSON.stringify({ error: code, message })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId('req')}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** One line a request: method, path without its query, status, time. Path segments that are secrets are cut. */
function logWhenDone({ incoming, outgoing }: HttpBindings, requestId: string) {
  if (!log.isLevelEnabled('info')) return
  const began = performance.now()
  outgoing.once('close', () => {
    const path = incoming.url?.split('?', 1)[0]?.replace(/^(\/(?:verify|recover|confirm)\/)[^/]+/, '$1…')
    log.info({ requestId, method: incoming.method, path, status: outgoing.statusCode, ms: Math.round(performance.now() - began) }, 'request')
  })
}
