import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { countRequest } from '#lib/core/metrics'
import { newId } from '#lib/core/random-id'
import { answerProbe, isProbe } from '#lib/ops/probe'
import { readDecodableForm } from './decodable-form'
import { REQUEST_ID } from './endpoint'
import { explainFailure } from './page-failed'
import { MISSING_API, MISSING_V1, ROUTES } from './routes'

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Largest body a page's form may send; endpoints have their own, smaller limit. */
const MAX_PAGE_BODY_BYTES = 1024 * 1024
const DRAIN_MS = 10_000

/** Files whose names change with their content, compressed once by the build. */
const STATIC_FILES = serveStatic({
  root: '.next',
  precompressed: true,
  rewriteRequestPath: (path) => path.replace(/^\/_next/, ''),
})

/** Headers by which a proxy would tell about itself. Nothing is derived from them, so none gets further. */
const NOT_FOR_US = new Set([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
  'x-middleware-subrequest',
  REQUEST_ID,
])

const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/**
 * The front server: endpoints straight from the route table, every other path to Next, one set of limits for both.
 * @returns a function that stops it: no new connections, running requests get ten seconds to end
 */
export function startFrontServer(pages: PageHandler): Promise<() => Promise<void>> {
  const listener = getRequestListener(routesAnd(pages).fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      if (error instanceof RequestError) return refusal(400, 'invalid_request', 'This is not a valid request.')
      log.error({ err: error }, 'front server failed')
      return refusal(500, 'server_error', 'Something went wrong on our side.')
    },
  })
  const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024 }
  const expectedHost = new URL(env().BASE_URL).host
  const running = new Set<ServerResponse>()
  const server = createServer(limits, (incoming, outgoing) => {
    // Orchestrators ask by address, not by name, and often.
    if (isProbe(incoming.url)) return probe(incoming.url, outgoing)
    takeIn(incoming, outgoing)
    running.add(outgoing)
    outgoing.once('close', () => running.delete(outgoing))
    if (incoming.headers.host === expectedHost) return listener(incoming, outgoing)
    answer(outgoing, 400, 'invalid_request', `This service answers at ${env().BASE_URL} only.`)
  })
  server.on('clientError', answerMalformed)

  const stop = () =>
    new Promise<void>((done) => {
      // A connection kept open for a next request would keep this process.
      for (const outgoing of running) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
      const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      server.close(() => {
        clearTimeout(patience)
        done()
      })
      server.closeIdleConnections()
    })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(env().PORT, env().HOST, () => resolve(stop))
  })
}

async function probe(path: string | undefined, outgoing: ServerResponse): Promise<void> {
  const { status, body } = (await answerProbe(path)) ?? { status: 404, body: {} }
  outgoing.writeHead(status, JSON_HEADERS).end(JSON.stringify(body))
}

function routesAnd(pages: PageHandler) {
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false })
  for (const route of ROUTES) app.all(route.path, (context) => route.handle(context.req.raw, context.req.param() as Record<string, string>))
  const toPages = async ({ env: { incoming, outgoing } }: Context<{ Bindings: HttpBindings }>) => {
    const fault = pageRequestFault(incoming)
    if (fault) answer(outgoing, ...fault)
    else {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) outgoing.setHeader(name, value)
      const began = performance.now()
      outgoing.once('close', () => countRequest('pages', incoming.method ?? '', outgoing.statusCode, performance.now() - began))
      explainFailure(incoming, outgoing, String(incoming.headers[REQUEST_ID]))
      // Documents are photographed on these pages and nowhere else.
      if (/^\/verify\//.test(incoming.url ?? ''))
        outgoing.setHeader('Permissions-Policy', PAGE_HEADERS['Permissions-Policy'].replace('camera=()', 'camera=(self)'))
      const form = await readDecodableForm(incoming, MAX_PAGE_BODY_BYTES)
      if (form.kind === 'decodable') await pages(form.incoming, outgoing)
      else if (form.kind === 'too_large') answer(outgoing, ...TOO_LARGE)
      else answer(outgoing, 400, 'invalid_request', 'The form could not be read.')
    }
    return RESPONSE_ALREADY_SENT
  }
  app.use('/_next/static/*', async (context, next) => {
    context.header('Cache-Control', 'public, max-age=31536000, immutable')
    return STATIC_FILES(context, next)
  })
  // next-auth's session endpoints are Next's own.
  app.all('/api/auth/*', toPages)
  for (const path of ['/api', '/api/*']) app.all(path, (context) => MISSING_API.handle(context.req.raw, {}))
  for (const path of ['/v1', '/v1/*']) app.all(path, (context) => MISSING_V1.handle(context.req.raw, {}))
  app.all('*', toPages)
  return app
}

/** Gives the request its id and drops what is not for us, from both views that Node keeps of the headers. */
function takeIn(incoming: IncomingMessage, outgoing: ServerResponse) {
  const requestId = newId('req')
  for (const name of NOT_FOR_US) delete incoming.headers[name]
  const kept: string[] = []
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(i, i + 2)
    if (!NOT_FOR_US.has(name.toLowerCase())) kept.push(name, value)
  }
  incoming.rawHeaders.splice(0, incoming.rawHeaders.length, ...kept, REQUEST_ID, requestId)
  incoming.headers[REQUEST_ID] = requestId
  outgoing.setHeader('X-Request-Id', requestId)
  logWhenDone(incoming, outgoing, requestId)
}

type Refusal = [status: number, error: string, message: string]

const TOO_LARGE: Refusal = [413, 'payload_too_large', `The request body is larger than ${MAX_PAGE_BODY_BYTES} bytes.`]

/** What Next would answer with a bare 500, or read without need. */
function pageRequestFault(incoming: IncomingMessage): Refusal | null {
  const { method = '', url = '', headers } = incoming
  if (!/^(GET|HEAD|POST)$/.test(method)) return [405, 'method_not_allowed', 'Use GET or POST.']
  // No page of ours has its pictures made smaller.
  if (url.startsWith('/_next/image')) return [404, 'not_found', 'There is no such page.']
  // Every action checks this for itself; Next would fail over it before they can.
  if (method === 'POST' && headers.origin !== undefined && headers.origin !== env().BASE_URL) {
    return [403, 'forbidden', 'This form was not sent from this site.']
  }
  if (Number(headers['content-length'] ?? 0) > MAX_PAGE_BODY_BYTES) {
    return TOO_LARGE
  }
  if (/^multipart\//i.test(headers['content-type'] ?? '') && !/boundary=[^\s;]/i.test(headers['content-type'] ?? '')) {
    return [400, 'invalid_request', 'The form has no boundary.']
  }
  try {
    decodeURIComponent(url)
    return null
  } catch {
    return [400, 'invalid_request', 'The address is not valid percent-encoded UTF-8.']
  }
}

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

const refusal = (status: number, error: string, message: string) =>
  new Response(JSON.stringify({ error, message }), { status, headers: JSON_HEADERS })

function answer(outgoing: ServerResponse, status: number, error: string, message: string) {
  const { req: incoming } = outgoing
  // The rest of a refused body is not read, so the connection cannot be used again.
  const send = () => outgoing.writeHead(status, { ...JSON_HEADERS, Connection: 'close' }).end(JSON.stringify({ error, message }))
  // A short one is let in: whoever is still writing when the connection closes may never see the answer.
  const length = Number(incoming.headers['content-length'] ?? 0)
  if (length === 0 || length > MAX_PAGE_BODY_BYTES || incoming.readableEnded) send()
  else incoming.resume().once('end', send)
}

/** What Node could not even parse as HTTP gets the same JSON shape as everything else. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex) {
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
function logWhenDone(incoming: IncomingMessage, outgoing: ServerResponse, requestId: string) {
  if (!log.isLevelEnabled('info')) return
  const began = performance.now()
  outgoing.once('close', () => {
    const path = incoming.url
      ?.split('?', 1)[0]
      ?.replace(/^(\/(?:verify|recover|confirm|account\/email|company\/confirm|company\/recover)\/)[^/]+/, '$1…')
    log.info({ requestId, method: incoming.method, path, status: outgoing.statusCode, ms: Math.round(performance.now() - began) }, 'request')
  })
}
