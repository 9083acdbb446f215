/** Why nothing is asked for at an address that somebody gave us. A name that does not exist and one that leads inside are the same. */
export type OutsideFault = 'not_an_address' | 'needs_https' | 'names_us' | 'unresolved' | 'not_public' | 'no_answer' | 'bad_status' | 'too_large'

export class OutsideError extends Error {
  constructor(
    readonly fault: OutsideFault,
    options?: { cause?: unknown },
  ) {
    super(fault, options)
  }
}
