import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import createRouter from 'find-my-way'
import sirv from 'sirv'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { newId } from '#lib/core/random-id'
import { answerProbe, isProbe } from '#lib/ops/probe'
import type { Endpoint } from './endpoint'
import { type Pages, servePage } from './front-pages'
import { logWhenDone } from './log-request'
import { fromNode, writeReply } from './node-message'
import { answerMalformed, refuse } from './refusal'
import { MISSING_API, MISSING_V1, ROUTES } from './routes'

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  // A header sent twice is no header sent once.
  joinDuplicateHeaders: true,
}
const DRAIN_MS = 10_000

const STATIC = '/_next/static'

/**
 * The front server: endpoints straight from the route table, the build's files, every other path to Next; one set of
 * limits for all.
 * @returns a function that stops it: no new connections, running requests get ten seconds to end
 */
export function startFrontServer(pages: Pages): Promise<() => Promise<void>> {
  const route = routesAnd(pages)
  const expectedHost = new URL(env().BASE_URL).host
  const running = new Set<ServerResponse>()
  const server = createServer(LIMITS, (incoming, outgoing) => {
    // Orchestrators ask by address, not by name, and often.
    if (isProbe(incoming.url)) return probe(incoming.url, outgoing)
    const id = newId('req')
    logWhenDone(incoming, outgoing, id)
    running.add(outgoing)
    outgoing.once('close', () => running.delete(outgoing))
    if (incoming.headers.host !== expectedHost)
      return refuse(outgoing, id, [400, 'invalid_request', `This service answers at ${env().BASE_URL} only.`])
    route(incoming, outgoing, id)
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
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
}

type Served = (incoming: IncomingMessage, outgoing: ServerResponse, id: string, params: Record<string, string>) => Promise<void>

/** Which of the three a path is for. */
function routesAnd(pages: Pages) {
  const page: Served = (incoming, outgoing, id) => servePage(pages, incoming, outgoing, id)
  const undecodable: Served = async (_, outgoing, id) =>
    refuse(outgoing, id, [400, 'invalid_request', 'The address is not valid percent-encoded UTF-8.'])
  // Every endpoint answers all methods itself, so the table knows one only. No parameter is longer than the headers may be.
  const table = createRouter({ ignoreTrailingSlash: true, maxParamLength: LIMITS.maxHeaderSize, onBadUrl: () => {} })
  const put = (path: string, served: Served) => table.on('GET', path, () => {}, served)
  const answer =
    ({ handle }: Endpoint): Served =>
    async (incoming, outgoing, id, params) =>
      writeReply(outgoing, await handle(fromNode(incoming, id), params))
  for (const endpoint of ROUTES) put(endpoint.path, answer(endpoint))
  // next-auth's session endpoints are Next's own.
  put('/api/auth/*', page)
  for (const path of ['/api', '/api/*']) put(path, answer(MISSING_API))
  for (const path of ['/v1', '/v1/*']) put(path, answer(MISSING_V1))
  put(`${STATIC}/*`, serveStatic(page))

  return (incoming: IncomingMessage, outgoing: ServerResponse, id: string) => {
    const found = table.find('GET', incoming.url ?? '/')
    const served = found === null ? page : ((found.store as Served | null) ?? undecodable)
    served(incoming, outgoing, id, (found?.params ?? {}) as Record<string, string>).catch((error: unknown) => {
      log.error({ requestId: id, err: error }, 'front server failed')
      if (outgoing.headersSent) outgoing.destroy()
      else refuse(outgoing, id, [500, 'server_error', 'Something went wrong on our side.'])
    })
  }
}

/** Files whose names change with their content, compressed once by the build. */
function serveStatic(otherwise: Served): Served {
  const files = sirv(`.next${STATIC.slice('/_next'.length)}`, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 })
  return async (incoming, outgoing, id, params) => {
    const { url = '' } = incoming
    outgoing.setHeader('X-Content-Type-Options', 'nosniff')
    incoming.url = url.slice(STATIC.length)
    files(incoming, outgoing, () => {
      incoming.url = url
      return otherwise(incoming, outgoing, id, params)
    })
    incoming.url = url
  }
}
