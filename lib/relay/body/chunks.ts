import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'

/** The first piece travels with the queue row, the others are read in bulk: small mail needs one statement. */
const FIRST_BYTES = 64 * 1024
const NEXT_BYTES = 512 * 1024

const place = (messageId: string, position: number): Place => ({
  table: 'forwarded_chunks',
  row: `${messageId}/${position}`,
  column: 'content_sealed',
})

/** Cuts a body into sealed chunks while it comes in, so that nothing waits in clear. */
export class ChunkSealer {
  readonly sealed: Buffer<ArrayBuffer>[] = []
  masterKeyId = ''
  private waiting: Buffer[] = []
  private waitingBytes = 0

  constructor(private readonly messageId: string) {}

  push(piece: Buffer): void {
    this.waiting.push(piece)
    this.waitingBytes += piece.length
    while (this.waitingBytes >= this.limit()) this.seal(this.limit())
  }

  /** A body has one chunk at least, even an empty one. */
  end(): void {
    if (this.waitingBytes > 0 || this.sealed.length === 0) this.seal(this.waitingBytes)
  }

  private limit = () => (this.sealed.length === 0 ? FIRST_BYTES : NEXT_BYTES)

  private seal(bytes: number): void {
    const all = Buffer.concat(this.waiting, this.waitingBytes)
    const { sealed, masterKeyId } = sealWithMasterKey(all.subarray(0, bytes), place(this.messageId, this.sealed.length))
    this.sealed.push(sealed)
    this.masterKeyId = masterKeyId
    this.waiting = bytes < all.length ? [all.subarray(bytes)] : []
    this.waitingBytes = all.length - bytes
  }
}

export const openChunk = (messageId: string, position: number, sealed: Uint8Array, masterKeyId: string): Buffer =>
  openWithMasterKey(sealed, masterKeyId, place(messageId, position))
