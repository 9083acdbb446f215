import { log } from '#lib/core/log'
import { attemptDelivery, type Manner } from './attempt-delivery'
import { type DueWebhook, findDueDeliveries, releaseWebhook, takeDueWebhooks } from './deliver-store'
import { CIRCUIT_FAILURES, holdSeconds } from './judge-attempt'
import { webhookRequest } from './request-of'

/** Requests in flight to one address. */
const LANES = 4
/** Deliveries of one address before it is another one's turn. */
const BATCH = 32
/** Addresses that are delivered to at a time; one that is slow does not count among them, so it holds up nobody. */
const QUICK = 48
const SLOW_AFTER_MS = 500
const MOST = 2000
const TURN_MS = 20_000
const LEASE_SECONDS = 60
const POLL_MS = 100

/** Takes addresses with something due, each in its turn, and delivers. Any number of processes may do so at once. */
export class WebhookDeliverer {
  private readonly manners: Record<DueWebhook['kind'], Manner>
  private readonly turns = new Set<Promise<void>>()
  private quick = 0
  private isStopping = false
  private wake = () => {}
  private readonly loop: Promise<void>

  /** @param push how streams of signals are spoken to, of which webhooks know nothing */
  constructor(push: Manner) {
    this.manners = { webhook: { requestOf: webhookRequest }, push }
    this.loop = this.run()
  }

  async stop(): Promise<void> {
    this.isStopping = true
    this.wake()
    await this.loop
    await Promise.all(this.turns)
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      const room = Math.min(QUICK - this.quick, MOST - this.turns.size)
      const taken = room > 0 ? await this.take(room) : []
      for (const webhook of taken) this.start(webhook)
      if (taken.length === 0) await this.pause()
    }
  }

  private async take(room: number): Promise<DueWebhook[]> {
    try {
      return await takeDueWebhooks(room, LEASE_SECONDS)
    } catch (error) {
      log.warn({ err: error }, 'due webhooks could not be taken')
      return []
    }
  }

  private start(webhook: DueWebhook): void {
    this.quick++
    let isQuick = true
    const leave = () => {
      if (!isQuick) return
      isQuick = false
      this.quick--
      this.wake()
    }
    const patience = setTimeout(leave, SLOW_AFTER_MS)
    const turn: Promise<void> = takeTurn(webhook, this.manners[webhook.kind])
      .catch((error: unknown) => log.warn({ err: error }, 'webhook turn failed'))
      .finally(() => {
        clearTimeout(patience)
        leave()
        this.turns.delete(turn)
      })
    this.turns.add(turn)
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** One address's turn: what is due there, a few at a time, and not for long. @throws what a lane failed with, once all have ended */
async function takeTurn(webhook: DueWebhook, manner: Manner): Promise<void> {
  const ends = performance.now() + TURN_MS
  let { failures } = webhook
  const isOpen = () => failures >= CIRCUIT_FAILURES
  let isOver = false
  const due = await findDueDeliveries(webhook.id, isOpen() ? 1 : BATCH)
  const lane = async () => {
    while (!isOver && performance.now() < ends) {
      const delivery = due.shift()
      if (!delivery) return
      const standing = await attemptDelivery(webhook, delivery, manner)
      failures = standing.failures
      isOver ||= standing.isOver || isOpen()
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: isOpen() ? 1 : LANES }, lane))
  const failed = lanes.find((each) => each.status === 'rejected')
  // An address at which something of ours fails waits until its lease has run out.
  if (failed) throw failed.reason
  await releaseWebhook(webhook.id, holdSeconds(failures))
}
