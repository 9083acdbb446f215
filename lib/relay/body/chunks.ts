import { openWithMasterKey, type Place, sealPiecesWithMasterKey } from '#lib/core/sealed'

/** The first piece is read with the queue row, the others in bulk: small mail needs one statement each way. */
const FIRST_BYTES = 64 * 1024
const NEXT_BYTES = 512 * 1024

const place = (messageId: string, position: number): Place => ({
  table: 'forwarded_chunks',
  row: `${messageId}/${position}`,
  column: 'content_sealed',
})

/** `pieces` make up the sealed value. */
export type SealedChunk = { position: number; pieces: Buffer[]; masterKeyId: string }

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
    const position = this.position++
    return { position, ...sealPiecesWithMasterKey(this.takeWaiting(bytes), place(this.messageId, position)) }
  }

  /** The first bytes of what waits, in the pieces they came in: a body is copied as little as can be. */
  private takeWaiting(bytes: number): Buffer[] {
    this.waitingBytes -= bytes
    const taken: Buffer[] = []
    for (let missing = bytes; missing > 0; ) {
      const piece = this.waiting.shift() as Buffer
      taken.push(piece.subarray(0, missing))
      if (piece.length > missing) this.waiting.unshift(piece.subarray(missing))
      missing -= Math.min(missing, piece.length)
    }
    return taken
  }
}

export const openChunk = (messageId: string, position: number, sealed: Uint8Array, masterKeyId: string): Buffer =>
  openWithMasterKey(sealed, masterKeyId, place(messageId, position))
