import { UnavailableError } from '#lib/core/errors'

/**
 * A time by which there is an answer, whatever hangs. Work that is late goes on alone; its outcome does not count.
 */
export class Deadline {
  private timer: NodeJS.Timeout | undefined
  private readonly passed: Promise<never>
  private fail: (error: Error) => void = () => {}

  constructor() {
    this.passed = new Promise((_, reject) => {
      this.fail = reject
    })
    this.passed.catch(() => {})
  }

  startIn(milliseconds: number): this {
    this.timer ??= setTimeout(() => this.fail(new UnavailableError()), milliseconds)
    return this
  }

  /** @throws UnavailableError when the time was up first */
  async guard<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([work, this.passed])
    } finally {
      clearTimeout(this.timer)
      work.catch(() => {})
    }
  }
}
