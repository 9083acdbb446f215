import { log } from '#lib/core/log'
import { faultOf, tracer } from '#lib/core/tracing'
import { pause } from './run-regularly'
import { extendLease, type Full, finishJob, type Payload, postponeJob, type TakenJob, takeJobs } from './store'

export type Queue = {
  kind: string
  /** How many pieces one process works on at a time. */
  lanes: number
  /** So many lanes at most work for one target at a time, by this field of the payload. */
  perTarget?: { name: string; most: number }
  /** After so many that failed, or whose process died, the work is given up. */
  maxTries: number
  /** May be carried out again after a crash, so it must not mind. */
  work: (payload: Payload) => Promise<'done' | 'later'>
  giveUp: (payload: Payload) => Promise<unknown>
  /** How long it waits after it failed for the n-th time, or was put off. */
  retrySeconds?: (tries: number) => number
}

const quadratic = (tries: number) => tries ** 2

const LEASE_SECONDS = 15
const HEARTBEAT_MS = 4_000

/** How soon it looks again for what became due while something slow is still under way. */
const LOOK_AGAIN_MS = 250

/**
 * Works on what is due until nothing is left or the signal comes. Any number of processes may do so at once. What is slow
 * holds up nothing but itself: the other lanes go on with what becomes due meanwhile.
 */
export const workThrough = (queue: Queue) => async (signal: AbortSignal) => {
  const underWay = new Map<Promise<void>, string | undefined>()
  try {
    while (!signal.aborted) {
      // What ends while it asks leaves room for its target: only who asked with nothing under way knows that nothing is left.
      const isIdle = underWay.size === 0
      const jobs = underWay.size < queue.lanes ? await takeJobs(queue.kind, LEASE_SECONDS, fullOf(queue, underWay.values())) : []
      for (const job of jobs) {
        const piece: Promise<void> = carryOut(queue, job)
          .catch((error) => log.error({ job: queue.kind, err: error }, 'job could not be put down'))
          .finally(() => underWay.delete(piece))
        underWay.set(piece, queue.perTarget && String(job.payload[queue.perTarget.name]))
      }
      if (jobs.length > 0) continue
      if (isIdle) return
      if (underWay.size >= queue.lanes) await Promise.race(underWay.keys())
      else await oneOf(underWay.keys(), signal)
    }
  } finally {
    await Promise.all(underWay.keys())
  }
}

/** Targets of which as much is under way as may be. */
function fullOf({ perTarget }: Queue, targets: Iterable<string | undefined>): Full | null {
  if (!perTarget) return null
  const counts = new Map<string, number>()
  for (const target of targets) if (target !== undefined) counts.set(target, (counts.get(target) ?? 0) + 1)
  return { name: perTarget.name, values: [...counts].filter(([, count]) => count >= perTarget.most).map(([target]) => target) }
}

/** Until one of them ends, or it is time to look again. */
async function oneOf(pieces: Iterable<Promise<void>>, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  await Promise.race([...pieces, pause(LOOK_AGAIN_MS, AbortSignal.any([signal, over.signal]))]).finally(() => over.abort())
}

async function carryOut(queue: Queue, job: TakenJob): Promise<void> {
  const { retrySeconds = quadratic } = queue
  const heartbeat = setInterval(() => extendLease(job, LEASE_SECONDS).catch(() => {}), HEARTBEAT_MS)
  const span = tracer()?.open(queue.kind, 'consumer', { 'signet.job.kind': queue.kind, 'signet.job.tries': job.tries }, job.traceparent ?? '')
  const work = () => (job.tries > queue.maxTries ? queue.giveUp(job.payload) : queue.work(job.payload))
  let fault: unknown
  try {
    const outcome = await (span ? span.inside(work) : work())
    await (outcome === 'later' ? postponeJob(job, retrySeconds(job.tries)) : finishJob(job))
  } catch (error) {
    fault = error
    log.error({ job: queue.kind, tries: job.tries, err: error }, 'job failed')
    await postponeJob(job, retrySeconds(job.tries))
  } finally {
    clearInterval(heartbeat)
    span?.end(fault === undefined ? undefined : { 'error.type': faultOf(fault) })
  }
}
