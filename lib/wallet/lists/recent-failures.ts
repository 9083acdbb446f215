/** How long an address that failed is not asked again: short, for whoever presents then is told to come back. */
const REST_MS = 30_000
const MOST = 1000

/** Addresses that failed a moment ago, in this process, with what was wrong. */
export class RecentFailures {
  private readonly kept = new Map<string, { until: number; cause: unknown }>()

  /** @returns what was wrong when it was asked last; null when it may be asked */
  find(uri: string, now: number): { cause: unknown } | null {
    const failure = this.kept.get(uri)
    return failure && now < failure.until ? failure : null
  }

  add(uri: string, cause: unknown, now: number): void {
    this.kept.delete(uri)
    const [oldest] = this.kept.keys()
    if (this.kept.size >= MOST && oldest !== undefined) this.kept.delete(oldest)
    this.kept.set(uri, { until: now + REST_MS, cause })
  }

  forget(uri: string): void {
    this.kept.delete(uri)
  }
}
