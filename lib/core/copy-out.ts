import type pg from 'pg'

const HEADER_BYTES = 19
const LENGTH_BYTES = 6

/**
 * `COPY … TO STDOUT (FORMAT binary)` as a query of the driver. The driver itself can only read bytea as text, twice as
 * long and eight times as slow. @see https://www.postgresql.org/docs/current/sql-copy.html, Binary Format
 */
export class CopyOut implements pg.Submittable {
  private readonly parts: Buffer[] = []
  private failure: Error | undefined
  /** The driver wraps it to watch the time limit. */
  callback: (error?: Error) => void = () => {}

  constructor(
    private readonly text: string,
    done: (error: Error | undefined, value: Buffer | null) => void,
  ) {
    this.callback = (error) => done(error, error ? null : this.onlyValue())
  }

  submit = (connection: pg.Connection) => {
    connection.query(this.text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    // The driver reuses the memory behind the chunk.
    this.parts.push(Buffer.from(chunk))
  }

  handleError(error: Error) {
    this.failure = error
    this.callback(error)
  }

  handleReadyForQuery() {
    if (!this.failure) this.callback()
  }

  handleCommandComplete() {}
  handleRowDescription() {}
  handleDataRow() {}
  handleEmptyQuery() {}
  handlePortalSuspended() {}

  /** The value of a result of one column and at most one row. */
  private onlyValue(): Buffer | null {
    const all = Buffer.concat(this.parts)
    const start = HEADER_BYTES + LENGTH_BYTES
    return all.length < start ? null : all.subarray(start, start + all.readInt32BE(HEADER_BYTES + 2))
  }
}
