import type pg from 'pg'

/**
 * A COPY as a query of the driver: what its two directions have in common.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html, COPY Operations
 */
export abstract class CopyQuery implements pg.Submittable {
  private isOver = false
  /** What went wrong on our side while rows passed. */
  protected failure: Error | undefined
  /** The driver wraps it to watch the time limit. */
  abstract callback: (error?: Error) => void

  constructor(private readonly text: string) {}

  submit = (connection: pg.Connection) => {
    connection.query(this.text)
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
