import { Worker } from 'node:worker_threads'
import type { EngineAnswer, EngineJob, EngineOperation, EngineOperations } from './thread-protocol'

export type DocumentPoolOptions = {
  /** Each reads one picture at a time. */
  threads?: number
  /** Milliseconds after which a job is given up and its thread replaced. */
  timeLimit?: number
  /** Milliseconds without a job after which a thread ends and gives its memory back. */
  idleTime?: number
  /** The bundled `lib/documents/thread.ts`; it stands beside the bundled worker. */
  program?: URL
}

/** A job whose thread died or took too long. Nothing is wrong with the picture as far as anybody knows: try again. */
export class EngineInterruptedError extends Error {
  override name = 'EngineInterruptedError'
}

type Waiting = { job: EngineJob; settle: (answer: EngineAnswer) => void; fail: (error: Error) => void }
type Thread = { worker: Worker; current?: Waiting /** Of the job, or of having none. */; timer?: NodeJS.Timeout }

/** Runs the document engine beside the main thread, which stays free for everything else. */
export class DocumentPool {
  readonly #threads: Thread[] = []
  readonly #queue: Waiting[] = []
  readonly #options: Required<DocumentPoolOptions>
  #closed = false

  constructor(options: DocumentPoolOptions = {}) {
    this.#options = { threads: 2, timeLimit: 60_000, idleTime: 60_000, program: new URL('./document-thread.mjs', import.meta.url), ...options }
  }

  /**
   * Runs `inspectImage`, `readDocument`, `readFront` or `compareFaces` in a thread.
   * @throws EngineInterruptedError when the thread died, took too long, or the pool was closed
   */
  run<Name extends EngineOperation>(operation: Name, ...input: Parameters<EngineOperations[Name]>): ReturnType<EngineOperations[Name]> {
    const answer = new Promise<EngineAnswer>((settle, fail) => {
      if (this.#closed) return fail(new EngineInterruptedError('The document engine was closed.'))
      this.#queue.push({ job: { operation, input }, settle, fail })
      this.#startNext()
    })
    return answer.then(resultOf) as ReturnType<EngineOperations[Name]>
  }

  /** Threads there are at this moment. */
  get size() {
    return this.#threads.length
  }

  /** Ends all threads; jobs that wait or run are interrupted. */
  async close() {
    this.#closed = true
    for (const waiting of this.#queue.splice(0)) waiting.fail(new EngineInterruptedError('The document engine was closed.'))
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #startNext() {
    const next = this.#queue[0]
    const thread = next && (this.#threads.find(({ current }) => !current) ?? this.#newThread())
    if (!next || !thread) return
    this.#queue.shift()
    thread.current = next
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => this.#drop(thread, 'The document engine took too long.'), this.#options.timeLimit)
    thread.worker.postMessage(next.job)
  }

  #newThread(): Thread | undefined {
    if (this.#threads.length >= this.#options.threads) return undefined
    const thread: Thread = { worker: new Worker(this.#options.program) }
    thread.worker.on('message', (answer: EngineAnswer) => this.#finish(thread, answer))
    thread.worker.on('error', () => this.#drop(thread, 'The document engine failed.'))
    thread.worker.on('exit', () => this.#drop(thread, 'The document engine ended.'))
    this.#threads.push(thread)
    return thread
  }

  #finish(thread: Thread, answer: EngineAnswer) {
    clearTimeout(thread.timer)
    const { current } = thread
    thread.current = undefined
    thread.timer = setTimeout(() => this.#drop(thread), this.#options.idleTime)
    current?.settle(answer)
    this.#startNext()
  }

  /** Takes a thread out of service; the next job gets a new one. */
  #drop(thread: Thread, reason = '') {
    const at = this.#threads.indexOf(thread)
    if (at < 0) return
    this.#threads.splice(at, 1)
    clearTimeout(thread.timer)
    thread.current?.fail(new EngineInterruptedError(reason))
    void thread.worker.terminate()
    if (!this.#closed) this.#startNext()
  }
}

/** What an operation threw is our fault, and says nothing about a person. */
function resultOf(answer: EngineAnswer) {
  if (answer.ok) return answer.result
  throw new Error(`The document engine could not finish: ${answer.reason}`)
}
