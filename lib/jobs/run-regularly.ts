import { onPrimary, primaries } from '#lib/core/db'
import { log } from '#lib/core/log'
import { countJob } from '#lib/core/metrics'

/** A job of the worker process. It knows by itself what is due; many workers may run the same one. */
export type Job = { name: string; everySeconds: number; work: (signal: AbortSignal) => Promise<unknown> }

/**
 * Runs jobs side by side, each at its own pace and for each primary by itself, until the signal: a long one never holds up another, and
 * a primary that is away only what is its own. What fails is logged and tried again at the next turn.
 * @returns once every job has ended its turn
 */
export async function runRegularly(jobs: readonly Job[], signal: AbortSignal): Promise<void> {
  await Promise.all(jobs.flatMap((job) => primaries().map((nth) => onPrimary(nth, () => runOne(job, nth, signal)))))
}

async function runOne({ name, everySeconds, work }: Job, primary: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now()
    try {
      await work(signal)
      countJob(name, primary, 'done', performance.now() - began)
    } catch (error) {
      countJob(name, primary, 'failed', performance.now() - began)
      log.error({ job: name, primary, err: error }, 'job failed')
    }
    await pause(everySeconds * 1000, signal)
  }
}

/** Ends early when the signal comes. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
