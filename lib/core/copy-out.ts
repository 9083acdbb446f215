import type pg from 'pg'

const HEADER_BYTES = 19
const LENGTH_BYTES = 6

/**
 * `COPY … TO STDOUT (FORMAT binary)` as a query of the driver. The driver itself can only read bytea as text, twice as
 * long and eight times as slow. @see https://www.postgresql.org/docs/current/sql-copy.html, Binary Format
 */
export class CopyOut<Result> implements pg.Submittable {
  /** What came so far of the header and the one row, while the row is not whole. */
  private begun = Buffer.alloc(0)
  private result: Result | null = null
  private failure: Error | undefined
  private isOver = false
  /** The driver wraps it to watch the time limit. */
  callback: (error?: Error) => void = () => {}

  /**
   * @param take is given the value of the one row in the driver's own memory, which it uses again afterwards
   * @param done null when there is no row
   */
  constructor(
    private readonly text: string,
    private readonly take: (value: Buffer) => Result,
    done: (error: Error | undefined, result: Result | null) => void,
  ) {
    this.callback = (error) => done(error, this.result)
  }

  submit = (connection: pg.Connection) => {
    connection.query(this.text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    if (this.result !== null || this.failure) return
    const seen = this.begun.length === 0 ? chunk : Buffer.concat([this.begun, chunk])
    const start = HEADER_BYTES + LENGTH_BYTES
    const end = seen.length < start ? Number.POSITIVE_INFINITY : start + seen.readInt32BE(HEADER_BYTES + 2)
    if (seen.length < end) this.begun = Buffer.from(seen)
    else this.takeValue(seen.subarray(start, end))
  }

  private takeValue(value: Buffer) {
    try {
      this.result = this.take(value)
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
