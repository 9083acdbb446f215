import { CopyQuery } from './copy-query'

const HEADER_BYTES = 19
const LENGTH_BYTES = 6
const TRAILER = -1

/**
 * `COPY … TO STDOUT (FORMAT binary)` of one column as a query of the driver. The driver itself can only read bytea as
 * text, twice as long and eight times as slow. Each message carries one row, the first one a header before it.
 * @see https://www.postgresql.org/docs/current/sql-copy.html, Binary Format
 */
export class CopyOut extends CopyQuery {
  private isBegun = false
  private rows = 0
  callback: (error?: Error) => void

  /**
   * @param take is given the value of each row in the driver's own memory, which it uses again afterwards
   * @param done is told how many rows there were
   */
  constructor(
    text: string,
    private readonly take: (value: Buffer) => void,
    done: (error: Error | undefined, rows: number) => void,
  ) {
    super(text)
    this.callback = (error) => done(error, this.rows)
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    const row = this.isBegun ? chunk : chunk.subarray(HEADER_BYTES)
    this.isBegun = true
    if (this.failure || row.length === 0 || row.readInt16BE() === TRAILER) return
    this.rows++
    try {
      this.take(row.subarray(LENGTH_BYTES, LENGTH_BYTES + row.readInt32BE(2)))
    } catch (error) {
      this.failure = error as Error
    }
  }
}
