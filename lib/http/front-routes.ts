import type { IncomingMessage, ServerResponse } from 'node:http'
import createRouter from 'find-my-way'
import sirv from 'sirv'
import { MAX_HEAD_BYTES } from '#lib/core/bounded-server'
import { log } from '#lib/core/log'
import type { Endpoint } from './endpoint'
import { type Pages, servePage } from './front-pages'
import { noteReason } from './log-request'
import { fromNode, writeReply } from './node-message'
import { readPagePatterns } from './page-patterns'
import { refuse } from './refusal'
import { MISSING_API, MISSING_V1, ROUTES } from './routes'

const STATIC = '/_next/static'

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse, id: string, params: Record<string, string>) => Promise<void>

/** Who answers a path, and what the logs call it. */
export type FrontRoute = { name: string; serve: (incoming: IncomingMessage, outgoing: ServerResponse, id: string) => void }

/** @returns which of the three a path is for: endpoints, files of the build, pages */
export function frontRoutes(pages: Pages): (path: string) => FrontRoute {
  const page: Serve = (incoming, outgoing, id) => servePage(pages, incoming, outgoing, id)
  const undecodable: Serve = async (_, outgoing, id) =>
    refuse(outgoing, id, [400, 'invalid_request', 'The address is not valid percent-encoded UTF-8.'])
  // Every endpoint answers all methods itself, so the table knows one only. No parameter is longer than the head may be.
  const table = createRouter({ ignoreTrailingSlash: true, maxParamLength: MAX_HEAD_BYTES, onBadUrl: () => {} })
  const put = (path: string, serve: Serve) => table.on('GET', asPattern(path), () => {}, { name: path, serve })
  const answer =
    ({ handle }: Endpoint): Serve =>
    async (incoming, outgoing, id, params) => {
      const reply = await handle(fromNode(incoming, id), params)
      noteReason(outgoing, reply.reason)
      writeReply(outgoing, reply)
    }
  for (const endpoint of ROUTES) put(endpoint.path, answer(endpoint))
  for (const path of ['/api', '/api/*']) put(path, answer(MISSING_API))
  for (const path of ['/v1', '/v1/*']) put(path, answer(MISSING_V1))
  // No page is there, so neither is the content policy of one.
  for (const path of ['/oauth2/*', '/.well-known/*']) put(path, answer(MISSING_API))
  put(`${STATIC}/*`, serveStatic(page))
  // Pages are Next's to find; here they have their names only.
  for (const path of readPagePatterns()) if (!table.hasRoute('GET', asPattern(path))) put(path, page)

  return (path) => {
    const found = table.find('GET', path)
    const { name, serve } =
      found === null ? { name: 'unknown', serve: page } : ((found.store as Named | null) ?? { name: 'undecodable', serve: undecodable })
    return {
      name,
      serve: (incoming, outgoing, id) => {
        serve(incoming, outgoing, id, (found?.params ?? {}) as Record<string, string>).catch((error: unknown) => {
          log.error({ requestId: id, err: error }, 'front server failed')
          if (outgoing.headersSent) outgoing.destroy()
          else refuse(outgoing, id, [500, 'server_error', 'Something went wrong on our side.'])
        })
      },
    }
  }
}

/** A colon within a part of a path is one. */
const asPattern = (path: string) => path.replace(/(?<!\/):/g, '::')

type Named = { name: string; serve: Serve }

/** Files whose names change with their content, compressed once by the build. */
function serveStatic(otherwise: Serve): Serve {
  const files = sirv(`.next${STATIC.slice('/_next'.length)}`, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 })
  return async (incoming, outgoing, id, params) => {
    const { url = '' } = incoming
    incoming.url = url.slice(STATIC.length)
    files(incoming, outgoing, () => {
      incoming.url = url
      return otherwise(incoming, outgoing, id, params)
    })
    incoming.url = url
  }
}
