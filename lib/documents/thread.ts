import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { compareFaces } from './compare-faces'
import { inspectImage } from './inspect-image'
import { readDocument } from './read-document'
import { readFront } from './read-front'
import type { EngineAnswer, EngineJob, EngineOperations } from './thread-protocol'

// This thread gives way to whoever is waiting for an answer; nobody waits for a reading to the millisecond.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** One thread of the pool: takes a job, answers it, waits for the next. */
const operations: EngineOperations = { inspectImage, readDocument, readFront, compareFaces }

parentPort?.on('message', async ({ operation, input }: EngineJob) => {
  const work = operations[operation] as (...values: unknown[]) => Promise<unknown>
  const answer: EngineAnswer = await work(...input).then(
    (result) => ({ ok: true, result }),
    (error: unknown) => ({ ok: false, reason: error instanceof Error ? error.name : 'unknown' }),
  )
  parentPort?.postMessage(answer)
})
