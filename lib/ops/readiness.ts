import { askDatabase } from './store'

export type Readiness = 'ready' | 'starting' | 'draining' | 'database out of reach'

const PATIENCE_MS = 2000

type Phase = 'starting' | 'serving' | 'draining'

// A process may hold this module several times, once for endpoints and once for pages, and is in one phase.
const shared = globalThis as typeof globalThis & { signetPhase?: Phase }
shared.signetPhase ??= 'starting'

let asking: Promise<Readiness> | undefined

/** From now on this process does its work. */
export function markServing(): void {
  if (shared.signetPhase === 'starting') shared.signetPhase = 'serving'
}

/** From now on this process takes no more work than it has: load balancers are told to look elsewhere. */
export function startDraining(): void {
  shared.signetPhase = 'draining'
}

/** Whether requests should be sent here. Any number who ask at once cost one question to the database. */
export function readReadiness(): Promise<Readiness> {
  const phase = shared.signetPhase ?? 'starting'
  if (phase !== 'serving') return Promise.resolve(phase)
  asking ??= askPatiently().finally(() => {
    asking = undefined
  })
  return asking
}

function askPatiently(): Promise<Readiness> {
  const answer = askDatabase().then(
    () => 'ready' as const,
    () => 'database out of reach' as const,
  )
  return Promise.race([answer, new Promise<Readiness>((resolve) => setTimeout(resolve, PATIENCE_MS, 'database out of reach').unref())])
}
