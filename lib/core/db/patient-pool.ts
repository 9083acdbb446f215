import pg from 'pg'

/** How much of a wait one look counts at most, however late it comes. */
const LOOK_MS = 50

type Waiting = { until: number; giveUp: () => void }

/**
 * A pool that waits for a connection as long as this process listens. The driver's own limit runs on while the process is busy with something else,
 * such as pages that it draws for the first time, and then refuses what Postgres answered long ago: its timers come before its sockets. Here each turn of
 * the event loop counts for what it is worth, and sockets are read in each.
 */
export class PatientPool extends pg.Pool {
  private readonly waiting = new Set<Waiting>()
  private listened = 0
  private look: NodeJS.Timeout | undefined

  /** @param patienceMs of listening, after which nobody waits any longer. `connectionTimeoutMillis` clears up after that. */
  constructor(
    config: pg.PoolConfig,
    private readonly patienceMs: number,
  ) {
    super(config)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void): void
  override connect(callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void) {
    const answer = this.patiently(super.connect())
    if (!callback) return answer
    answer.then(
      (client) => callback(undefined, client, client.release as (release?: unknown) => void),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  private patiently(asked: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const wait: Waiting = { until: this.listened + this.patienceMs, giveUp: () => reject(new Error('timeout exceeded when trying to connect')) }
      this.waiting.add(wait)
      this.look ??= setTimeout(this.lookAround, LOOK_MS).unref()
      asked.then(
        // One that comes for nobody goes back.
        (client) => (this.waiting.delete(wait) ? resolve(client) : client.release()),
        (error) => this.waiting.delete(wait) && reject(error),
      )
    })
  }

  private readonly lookAround = () => {
    this.look = undefined
    this.listened += LOOK_MS
    // All are as patient as one another, so the first came first.
    for (const wait of this.waiting) {
      if (wait.until > this.listened) break
      this.waiting.delete(wait)
      wait.giveUp()
    }
    if (this.waiting.size > 0) this.look = setTimeout(this.lookAround, LOOK_MS).unref()
  }
}
