/**
 * Memory for sealed chunks, used again and again. A chunk waits for the database, and what waits grows too old for the
 * cheap half of the garbage collection: large mail spent a quarter of its time there.
 */
export class BufferPool {
  private readonly free: Buffer[] = []

  /** @param kept how many are held while nobody needs them */
  constructor(
    private readonly bytes: number,
    private readonly kept: number,
  ) {}

  take(): Buffer {
    return this.free.pop() ?? Buffer.allocUnsafeSlow(this.bytes)
  }

  /** Only for a buffer that nobody reads or writes any more. One that is in doubt is left to the garbage collection. */
  giveBack(buffer: Buffer): void {
    if (this.free.length < this.kept) this.free.push(buffer)
  }
}
