/**
 * What a use-case may throw. Anything else that escapes is a fault of ours: status 500, a request id, no details.
 * Each interface adds its own subclass; the status of a code is decided in exactly one table per interface.
 */
export abstract class AppError<Code extends string = string> extends Error {
  abstract readonly status: number

  constructor(
    readonly code: Code,
    /** Shown to whoever made the request: names the fault and what to do, never a secret or a person's data. */
    readonly publicMessage: string,
    options?: { cause?: unknown },
  ) {
    super(publicMessage, options)
    this.name = new.target.name
  }
}

/** Postgres could not be reached or would not answer in time; the caller may try again. */
export class UnavailableError extends AppError<'service_unavailable'> {
  readonly status = 503

  constructor(options?: { cause?: unknown }) {
    super('service_unavailable', 'The service is busy or its database is out of reach. Try again in a moment.', options)
  }
}

/** Whoever sent the request went away before its body was whole, so nobody hears this. */
export class RequestCutShortError extends AppError<'invalid_request'> {
  readonly status = 400

  constructor() {
    super('invalid_request', 'The request ended before its body did.')
  }
}

/** A request body larger than the endpoint accepts. */
export class PayloadTooLargeError extends AppError<'payload_too_large'> {
  readonly status = 413

  constructor(limitBytes: number) {
    super('payload_too_large', `The request body is larger than ${limitBytes} bytes.`)
  }
}
