import { log } from '#lib/core/log'
import type { SealedChunk } from '../body/chunks'
import { type Copy, discardMessage, storeChunk } from '../store/receive'
import { Deadline } from './deadline'

/** A sender whose message waits here for the database must still get its answer in time. */
const STORE_MS = 1500

/** Where the chunks of one message go while it comes in. */
export class ChunkStore {
  private isUsed = false

  constructor(
    private readonly messageId: string,
    /** None where it is read at once: an answer, a bounce. */
    private readonly copies: readonly Copy[],
  ) {}

  /** @throws UnavailableError when the database does not take it in time */
  async put(chunk: SealedChunk): Promise<void> {
    if (this.copies.length === 0) return chunk.release()
    this.isUsed = true
    await new Deadline().startIn(STORE_MS).guard(storeChunk(this.messageId, this.copies, chunk))
    chunk.release()
  }

  /** The message was not accepted. What cannot be removed now goes with the purge. */
  clear(): void {
    if (this.isUsed)
      discardMessage(this.messageId, this.copies).catch((error: unknown) => log.debug({ err: error }, 'chunks of a refused message stay a while'))
  }
}
