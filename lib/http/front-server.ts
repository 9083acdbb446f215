import type { ServerResponse } from 'node:http'
import { boundedServer } from '#lib/core/bounded-server'
import { answerKnowing } from '#lib/core/client'
import { env } from '#lib/core/env'
import { newId } from '#lib/core/random-id'
import { answerProbe, isProbe } from '#lib/ops/probe'
import type { Pages } from './front-pages'
import { frontRoutes } from './front-routes'
import { logWhenDone } from './log-request'
import { endPouring } from './node-message'
import { refuse } from './refusal'
import { pathForHost } from './request-target'
import { answerTraced } from './trace-request'

/**
 * The front server: endpoints straight from the route table, the build's files, every other path to Next; one set of
 * limits for all.
 * @returns a function that stops it: no new connections, running requests get ten seconds to end
 */
export async function startFrontServer(pages: Pages): Promise<() => Promise<void>> {
  const routeOf = frontRoutes(pages)
  const host = new URL(env().BASE_URL).host
  const { listen, stop } = boundedServer((incoming, outgoing) => {
    const id = newId('req')
    outgoing.setHeader('X-Request-Id', id)
    // Orchestrators ask by address, not by name, and often.
    if (isProbe(incoming.url)) return probe(incoming.url, outgoing)
    const path = pathForHost(incoming, host)
    const route = path === null ? null : routeOf(path)
    logWhenDone(incoming, outgoing, id, route?.name ?? 'elsewhere')
    if (path === null || route === null) return refuse(outgoing, id, [400, 'invalid_request', `This service answers at ${env().BASE_URL} only.`])
    incoming.url = path
    answerKnowing(incoming, () => answerTraced(incoming, outgoing, id, route.name, () => route.serve(incoming, outgoing, id)))
  })
  await listen(env().PORT, env().HOST)
  return async () => {
    endPouring()
    await stop()
  }
}

async function probe(path: string | undefined, outgoing: ServerResponse): Promise<void> {
  const { status, body } = (await answerProbe(path)) ?? { status: 404, body: {} }
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
}
