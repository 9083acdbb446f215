/**
 * A fault whose message already says what to do. Commands print it as it is and never with a stack trace.
 * `output` is what a failed program printed, shown above the message.
 */
export class Failure extends Error {
  constructor(message, { output } = {}) {
    super(message)
    this.name = 'Failure'
    this.output = output
  }
}
