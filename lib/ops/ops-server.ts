import type { ServerResponse } from 'node:http'
import { boundedServer } from '#lib/core/bounded-server'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { METRICS_TYPE, metricsText, setUpMetrics } from './metrics-text'
import { answerProbe } from './probe'

/**
 * Probes and metrics for those who run the service, on a port of their own that nobody outside reaches.
 * @returns a function that stops it; without `OPS_LISTEN` there is nothing to stop
 */
export async function startOpsServer(): Promise<() => Promise<void>> {
  setUpMetrics()
  const { OPS_LISTEN: listen } = env()
  if (!listen) return async () => {}
  const { listen: open, stop } = boundedServer((request, response) => {
    answer(request.url?.split('?', 1)[0], response).catch((error: unknown) => {
      log.error({ err: error }, 'ops server failed')
      response.writeHead(503).end()
    })
  })
  await open(listen.port, listen.host)
  return stop
}

async function answer(path: string | undefined, response: ServerResponse): Promise<void> {
  if (path === '/metrics') {
    const text = await metricsText()
    response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(text)
    return
  }
  const probe = await answerProbe(path)
  if (probe) response.writeHead(probe.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(probe.body))
  else response.writeHead(404, { 'Content-Type': 'text/plain' }).end('/healthz, /readyz, /metrics\n')
}
