/** A request that Signet refused, with the code that the error catalogue explains. */
export class SignetError extends Error {
  override readonly name = 'SignetError'
  readonly code: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** What to tell us when you report a problem. */
  readonly requestId: string | null

  constructor(code: string, message: string, status: number, requestId: string | null, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
    this.status = status
    this.requestId = requestId
  }
}

/** Access of this person is over: they withdrew it, it ran out, or its tokens were lost. They have to log in again. */
export class AccessEnded extends Error {
  override readonly name = 'AccessEnded'
}
