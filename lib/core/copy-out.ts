import type pg from 'pg'

const HEADER_BYTES = 19
const LENGTH_BYTES = 6
const TRAILER = -1

/**
 * `COPY … TO STDOUT (FORMAT binary)` of one column as a query of the driver. The driver itself can only read bytea as
 * text, twice as long and eight times as slow. Each message carries one row, the first one a header before it.
 * @see https://www.postgresql.org/docs/current/sql-copy.html, Binary Format
 * @see https://www.postgresql.org/docs/current/protocol-flow.html, COPY Operations
 */
export class CopyOut implements pg.Submittable {
  private isBegun = false
  private isOver = false
  private rows = 0
  private failure: Error | undefined
  /** The driver wraps it to watch the time limit. */
  callback: (error?: Error) => void = () => {}

  /**
   * @param take is given the value of each row in the driver's own memory, which it uses again afterwards
   * @param done is told how many rows there were
   */
  constructor(
    private readonly text: string,
    private readonly take: (value: Buffer) => void,
    done: (error: Error | undefined, rows: number) => void,
  ) {
    this.callback = (error) => done(error, this.rows)
  }

  submit = (connection: pg.Connection) => {
    connection.query(this.text)
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

  handleError(error: Error) {
    this.isOver = true
    this.callback(error)
  }

  handleReadyForQuery() {
    if (!this.isOver) this.callback(this.failure)
  }

  handleCommandComplete() {}
  handleRowDescription() {}
  handleDataRow() {}
  handleEmptyQuery() {}
  handlePortalSuspended() {}
}
