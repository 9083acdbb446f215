import { Worker } from 'node:worker_threads'
import type { ReadDocumentOptions, ReadDocumentResult } from '../types'
import type { Response } from './messages'

/** A picture that a thread needs longer for has something wrong with it. */
const PATIENCE_MS = 60_000
const MEMORY_MB = 400

/** Thrown when a thread died, gave up or took too long over a picture; the picture may be read once more. */
export class ReadingError extends Error {}

/**
 * Threads that read documents beside the main one, which goes on with its work meanwhile. A thread is started when it is
 * needed and replaced when it dies.
 * @param file the bundled program of a thread
 */
export class ReadingThreads {
  private readonly idle: Worker[] = []
  private readonly waiting: ((worker: Worker) => void)[] = []
  private running = 0
  private lastId = 0

  constructor(
    private readonly file: URL,
    private readonly size: number,
  ) {}

  async read(image: Uint8Array, options: ReadDocumentOptions): Promise<ReadDocumentResult> {
    const worker = await this.take()
    try {
      const result = await this.ask(worker, image, options)
      this.giveBack(worker)
      return result
    } catch (error) {
      this.discard(worker)
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()))
  }

  private take(): Promise<Worker> | Worker {
    const worker = this.idle.pop()
    if (worker) return worker
    if (this.running >= this.size) return new Promise((resolve) => this.waiting.push(resolve))
    this.running++
    return this.start()
  }

  private start = () => new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })

  private giveBack(worker: Worker) {
    const next = this.waiting.shift()
    if (next) next(worker)
    else this.idle.push(worker)
  }

  private discard(worker: Worker) {
    worker.terminate()
    const next = this.waiting.shift()
    if (next) next(this.start())
    else this.running--
  }

  private ask(worker: Worker, image: Uint8Array, options: ReadDocumentOptions): Promise<ReadDocumentResult> {
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        worker.off('message', answered)
        worker.off('error', died)
        worker.off('exit', died)
      }
      const died = () => {
        end()
        reject(new ReadingError('the thread died'))
      }
      const answered = (answer: Response) => {
        if (answer.id !== id) return
        end()
        if ('result' in answer) resolve(answer.result)
        else reject(new ReadingError(answer.error))
      }
      const timer = setTimeout(died, PATIENCE_MS)
      worker.on('message', answered)
      worker.on('error', died)
      worker.on('exit', died)
      worker.postMessage({ id, image, options })
    })
  }
}
