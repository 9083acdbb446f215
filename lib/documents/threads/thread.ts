import { parentPort } from 'node:worker_threads'
import { readDocument } from '../read-document'
import type { Request, Response } from './messages'

/** The inside of a reading thread: one picture after the other. */
parentPort?.on('message', async ({ id, image, options }: Request) => {
  const answer: Response = await readDocument(image, options).then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.name : 'unknown' }),
  )
  parentPort?.postMessage(answer)
})
