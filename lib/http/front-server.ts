import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { newId } from '#lib/core/random-id'
import { answerProbe, isProbe } from '#lib/ops/probe'
import { REQUEST_ID } from './endpoint'
import { type PageHandler, servePage } from './front-pages'
import { logWhenDone } from './log-request'
import { answerMalformed, JSON_HEADERS, refusal, refuse } from './refusal'
import { MISSING_API, MISSING_V1, ROUTES } from './routes'

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

/**
 * The front server: endpoints straight from the route table, every other path to Next, one set of limits for both.
 * @returns a function that stops it: no new connections, running requests get ten seconds to end
 */
export function startFrontServer(pages: PageHandler): Promise<() => Promise<void>> {
  const listener = getRequestListener(routesAnd(pages).fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      if (error instanceof RequestError) return refusal([400, 'invalid_request', 'This is not a valid request.'])
      log.error({ err: error }, 'front server failed')
      return refusal([500, 'server_error', 'Something went wrong on our side.'])
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
    refuse(outgoing, [400, 'invalid_request', `This service answers at ${env().BASE_URL} only.`])
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
    await servePage(pages, incoming, outgoing)
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
