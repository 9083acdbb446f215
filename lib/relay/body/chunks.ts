import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'

/** The first piece is read with the queue row, the others in bulk: small mail needs one statement each way. */
const FIRST_BYTES = 64 * 1024
const NEXT_BYTES = 512 * 1024

const place = (messageId: string, position: number): Place => ({
  table: 'forwarded_chunks',
  row: `${messageId}/${position}`,
  column: 'content_sealed',
})

export type SealedChunk = { position: number; sealed: Buffer<ArrayBuffer>; masterKeyId: string }

/** Cuts a body into sealed chunks while it comes in, so that only little of it is ever held, and none in clear for long. */
export class ChunkSealer {
  private waiting: Buffer[] = []
  private waitingBytes = 0
  private position = 0

  constructor(private readonly messageId: string) {}

  /** @returns the chunks that are full now */
  push(piece: Buffer): SealedChunk[] {
    this.waiting.push(piece)
    this.waitingBytes += piece.length
    const full: SealedChunk[] = []
    // The last one stays, even when it is full: it is stored with the queue row.
    while (this.waitingBytes > this.limit()) full.push(this.seal(this.limit()))
    return full
  }

  /** The last chunk. A body has one at least, even an empty one. */
  end = (): SealedChunk => this.seal(this.waitingBytes)

  private limit = () => (this.position === 0 ? FIRST_BYTES : NEXT_BYTES)

  private seal(bytes: number): SealedChunk {
    const all = Buffer.concat(this.waiting, this.waitingBytes)
    const position = this.position++
    this.waiting = bytes < all.length ? [all.subarray(bytes)] : []
    this.waitingBytes = all.length - bytes
    return { position, ...sealWithMasterKey(all.subarray(0, bytes), place(this.messageId, position)) }
  }
}

export const openChunk = (messageId: string, position: number, sealed: Uint8Array, masterKeyId: string): Buffer =>
  openWithMasterKey(sealed, masterKeyId, place(messageId, position))
