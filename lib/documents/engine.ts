import { DocumentPool, type DocumentPoolOptions } from './pool'

/**
 * The document engine of a process. Faces have one thread of their own: their models take as much memory as everything
 * else together, and a session with a face comes by far less often than a document.
 */
export class DocumentEngine implements Pick<DocumentPool, 'run'> {
  readonly #documents: DocumentPool
  readonly #faces: DocumentPool

  constructor({ threads, ...options }: DocumentPoolOptions = {}) {
    this.#documents = new DocumentPool({ threads, ...options })
    this.#faces = new DocumentPool({ threads: 1, ...options })
  }

  run: DocumentPool['run'] = (operation, ...input) => (operation === 'compareFaces' ? this.#faces : this.#documents).run(operation, ...input)

  async close() {
    await Promise.all([this.#documents.close(), this.#faces.close()])
  }
}
