import { log } from '#lib/core/log'
import { extendLease, finishJob, type Payload, postponeJob, type TakenJob, takeJob } from './store'

export type Queue = {
  kind: string
  /** How many pieces one process works on at a time. */
  lanes: number
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

/** Works on what is due until nothing is left or the signal comes. Any number of processes may do so at once. */
export const workThrough = (queue: Queue) => async (signal: AbortSignal) => {
  await Promise.all(Array.from({ length: queue.lanes }, () => workLane(queue, signal)))
}

async function workLane(queue: Queue, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const job = await takeJob(queue.kind, LEASE_SECONDS)
    if (!job) return
    await carryOut(queue, job)
  }
}

async function carryOut(queue: Queue, job: TakenJob): Promise<void> {
  const { retrySeconds = quadratic } = queue
  const heartbeat = setInterval(() => extendLease(job, LEASE_SECONDS).catch(() => {}), HEARTBEAT_MS)
  try {
    const outcome = await (job.tries > queue.maxTries ? queue.giveUp(job.payload) : queue.work(job.payload))
    await (outcome === 'later' ? postponeJob(job, retrySeconds(job.tries)) : finishJob(job))
  } catch (error) {
    log.error({ job: queue.kind, tries: job.tries, err: error }, 'job failed')
    await postponeJob(job, retrySeconds(job.tries))
  } finally {
    clearInterval(heartbeat)
  }
}
