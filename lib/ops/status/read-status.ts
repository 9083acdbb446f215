import { readReadiness } from '../readiness'
import { readQueues } from '../store'
import { PARTS, type Part, type Standing } from './parts'

export type Status = { parts: { name: Part; standing: Standing }[]; asked: Date }

/** From this age of the oldest that waits a part is called slow, and from the next it is called down. */
const SLOW_SECONDS = 120
const DOWN_SECONDS = 1800

const FRESH_MS = 10_000

let last: Promise<Status> | undefined

/** How the service is, by its own probes. Any number who ask within ten seconds get one answer. */
export async function readStatus(): Promise<Status> {
  const known = await last
  if (known && Date.now() - known.asked.getTime() < FRESH_MS) return known
  last = ask()
  return last
}

async function ask(): Promise<Status> {
  const asked = new Date()
  if ((await readReadiness()) !== 'ready') return { parts: PARTS.map((name) => ({ name, standing: 'down' })), asked }
  const queues = await readQueues()
  const oldest = (names: string[]) => Math.max(0, ...queues.filter(({ queue }) => names.includes(queue)).map((one) => one.oldest))
  return {
    parts: [
      { name: 'service', standing: 'up' },
      { name: 'mail', standing: judge(oldest(['outgoing_mails'])) },
      { name: 'verifications', standing: judge(oldest(['queued_jobs'])) },
    ],
    asked,
  }
}

const judge = (seconds: number): Standing => (seconds < SLOW_SECONDS ? 'up' : seconds < DOWN_SECONDS ? 'slow' : 'down')
