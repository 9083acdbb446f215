import { log } from '#lib/core/log'
import { countJob } from '#lib/core/metrics'

/** A job of the worker process. It knows by itself what is due; many workers may run the same one. */
export type Job = { name: string; everySeconds: number; work: (signal: AbortSignal) => Promise<unknown> }

/**
 * Runs jobs side by side, each at its own pace, until the signal: a long one never holds up another. What fails is
 * logged and tried again at the next turn.
 * @returns once every job has ended its turn
 */
export async function runRegularly(jobs: readonly Job[], signal: AbortSignal): Promise<void> {
  await Promise.all(jobs.map((job) => runOne(job, signal)))
}

async function runOne({ name, everySeconds, work }: Job, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now()
    try {
      await work(signal)
      countJob(name, 'done', performance.now() - began)
    } catch (error) {
      countJob(name, 'failed', performance.now() - began)
      log.error({ job: name, err: error }, 'job failed')
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
