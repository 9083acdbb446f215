/**
 * A fault whose message already says what to do. Commands print it as it is and never with a stack trace.
 * `output` is what a failed program printed, shown above the message.
 */
export class Failure extends Error {
  /**
   * @param {string} message
   * @param {{output?: string}} [more]
   */
  constructor(message, { output } = {}) {
    super(message)
    this.name = 'Failure'
    this.output = output
  }
}

/**
 * What is thrown is mostly an Error, and one of the system's has a code.
 * @param {unknown} error
 */
export const asError = (error) => /** @type {Error & {code?: string, output?: string}} */ (error)
