import { Opener, openWithMasterKey, type Place, Sealer } from '#lib/core/sealed'
import { BufferPool } from './buffer-pool'

/** The first piece is read with the queue row, the others in bulk: small mail needs one statement each way. */
const FIRST_BYTES = 64 * 1024
const NEXT_BYTES = 512 * 1024

const firstBuffers = new BufferPool(FIRST_BYTES + Sealer.OVERHEAD, 32)
const nextBuffers = new BufferPool(NEXT_BYTES + Sealer.OVERHEAD, 16)

const place = (messageId: string, position: number): Place => ({
  table: 'forwarded_chunks',
  row: `${messageId}/${position}`,
  column: 'content_sealed',
})

export type SealedChunk = {
  position: number
  sealed: Buffer
  masterKeyId: string
  /** To be called once it is stored: its memory serves another chunk then. */
  release: () => void
}

/** Cuts a body into sealed chunks while it comes in, so that only little of it is ever held, and none of it in clear. */
export class ChunkSealer {
  private position = 0
  private room = FIRST_BYTES
  private buffer = firstBuffers.take()
  private sealer: Sealer

  constructor(private readonly messageId: string) {
    this.sealer = new Sealer(this.buffer, place(messageId, 0))
  }

  /** @returns the chunks that are full now */
  push(piece: Buffer): SealedChunk[] {
    const full: SealedChunk[] = []
    for (let rest = piece; rest.length > 0; ) {
      // The last one stays, even when it is full: it is stored with the queue row.
      if (this.room === 0) full.push(this.next())
      const part = rest.subarray(0, this.room)
      this.sealer.push(part)
      this.room -= part.length
      rest = rest.subarray(part.length)
    }
    return full
  }

  /** The last chunk. A body has one at least, even an empty one. */
  end(): SealedChunk {
    const { position, buffer, sealer } = this
    const buffers = position === 0 ? firstBuffers : nextBuffers
    return { position, sealed: sealer.finish(), masterKeyId: sealer.masterKeyId, release: () => buffers.giveBack(buffer) }
  }

  private next(): SealedChunk {
    const full = this.end()
    this.position++
    this.room = NEXT_BYTES
    this.buffer = nextBuffers.take()
    this.sealer = new Sealer(this.buffer, place(this.messageId, this.position))
    return full
  }
}

export const openFirstChunk = (messageId: string, sealed: Uint8Array, masterKeyId: string): Buffer =>
  openWithMasterKey(sealed, masterKeyId, place(messageId, 0))

/** What is sent at once: short-lived, so that the garbage collection finds it young. */
const PIECE_BYTES = 64 * 1024

/**
 * Opens a chunk after the first, and passes it on in pieces.
 * @param read passes the sealed chunk on, piece by piece
 */
export async function* openNextChunk(
  messageId: string,
  position: number,
  masterKeyId: string,
  read: (take: (piece: Buffer) => void) => Promise<void>,
) {
  const buffer = nextBuffers.take()
  const opener = new Opener(buffer, masterKeyId, place(messageId, position))
  await read((piece) => opener.push(piece))
  const plain = opener.finish()
  for (let at = 0; at < plain.length; at += PIECE_BYTES) yield Buffer.from(plain.subarray(at, at + PIECE_BYTES))
  nextBuffers.giveBack(buffer)
}
