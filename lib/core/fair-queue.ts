/** @property atOnce so many run @property mostWaiting in all @property mostWaitingEach of one owner */
export type QueueLimits = { atOnce: number; mostWaiting: number; mostWaitingEach: number }

type Waiting = (isTurn: boolean) => void

/**
 * Lets owners take turns, however much each of them wants: whoever asks for one thing waits for one of everybody else's,
 * not for all that somebody asked for before. When there is no more room, whoever waits for most gives up its last.
 */
export class FairQueue {
  private running = 0
  private waiting = 0
  /** The next owner first. */
  private readonly queues = new Map<string, Waiting[]>()

  constructor(private readonly limits: QueueLimits) {}

  /** @returns null when there was no room for it */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result | null> {
    if (this.running < this.limits.atOnce) this.running++
    else if (!(await this.turnOf(owner))) return null
    try {
      return await work()
    } finally {
      if (!this.giveTurn()) this.running--
    }
  }

  private turnOf(owner: string): Promise<boolean> {
    const own = this.queues.get(owner) ?? []
    if (own.length >= this.limits.mostWaitingEach) return Promise.resolve(false)
    if (this.waiting >= this.limits.mostWaiting && !this.dropOneOfLongest(own.length + 1)) return Promise.resolve(false)
    this.waiting++
    this.queues.set(owner, own)
    return new Promise((resolve) => own.push(resolve))
  }

  private dropOneOfLongest(longerThan: number): boolean {
    let longest: Waiting[] = []
    for (const queue of this.queues.values()) if (queue.length > longest.length) longest = queue
    if (longest.length <= longerThan) return false
    this.waiting--
    longest.pop()?.(false)
    return true
  }

  private giveTurn(): boolean {
    for (const [owner, queue] of this.queues) {
      // Its next one comes after everybody else's.
      this.queues.delete(owner)
      const next = queue.shift()
      if (queue.length > 0) this.queues.set(owner, queue)
      if (!next) continue
      this.waiting--
      next(true)
      return true
    }
    return false
  }
}
