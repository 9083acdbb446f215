import { readReadiness } from './readiness'

/** An answer for a load balancer or an orchestrator. */
export type Probe = { status: 200 | 503; body: { status: string } }

export const isProbe = (path: string | undefined) => path === '/healthz' || path === '/readyz'

/**
 * `/healthz`: the process runs and its event loop turns; if not, start it anew. `/readyz`: it should get requests.
 * @returns null for any other path
 */
export async function answerProbe(path: string | undefined): Promise<Probe | null> {
  if (!isProbe(path)) return null
  if (path === '/healthz') return { status: 200, body: { status: 'ok' } }
  const readiness = await readReadiness()
  return { status: readiness === 'ready' ? 200 : 503, body: { status: readiness } }
}
