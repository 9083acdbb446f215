import { log } from '#lib/core/log'
import { attemptDelivery, type Manner } from './attempt-delivery'
import { type DueDelivery, type DueWebhook, findDueDeliveries, releaseWebhook, takeDueWebhooks } from './deliver-store'
import { CIRCUIT_FAILURES, holdSeconds } from './judge-attempt'
import { webhookRequest } from './request-of'

/** Requests in flight to one address. */
const LANES = 4
/** Deliveries of one address before it is another one's turn. */
const BATCH = 32
/**
 * Addresses that are delivered to at a time, and those of them that failed last: they have places of their own, so that a
 * wave of tries again stands in nobody's way. One that is slow keeps no place, so it holds up nobody.
 */
const PLACES: Record<Standing, { quick: number; most: number }> = { well: { quick: 48, most: 1500 }, failing: { quick: 24, most: 500 } }
const SLOW_AFTER_MS = 250
/** New ones are looked for when a quarter of the places is free: asking for each by itself costs more than delivering. */
const FREE_SHARE = 1 / 4
const TURN_MS = 20_000
const LEASE_SECONDS = 60
const POLL_MS = 100

/** How an address stood when it was last tried. */
type Standing = 'well' | 'failing'

/** Takes addresses with something due, each in its turn, and delivers. Any number of processes may do so at once. */
export class WebhookDeliverer {
  private readonly manners: Record<DueWebhook['kind'], Manner>
  private readonly turns = { well: new Set<Promise<void>>(), failing: new Set<Promise<void>>() }
  private readonly quick = { well: 0, failing: 0 }
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
    await Promise.all([...this.turns.well, ...this.turns.failing])
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      const started = (await this.startDue('well')) + (await this.startDue('failing'))
      if (started === 0) await this.pause()
    }
  }

  /** @returns how many turns began */
  private async startDue(standing: Standing): Promise<number> {
    const { quick, most } = PLACES[standing]
    const room = Math.min(quick - this.quick[standing], most - this.turns[standing].size)
    if (room < quick * FREE_SHARE) return 0
    try {
      const taken = await takeDueWebhooks(standing === 'failing', room, LEASE_SECONDS)
      const due = await dueOf(taken)
      for (const webhook of taken) this.start(standing, webhook, due.get(webhook.id) ?? [])
      return taken.length
    } catch (error) {
      log.warn({ err: error }, 'due webhooks could not be taken')
      return 0
    }
  }

  private start(standing: Standing, webhook: DueWebhook, due: DueDelivery[]): void {
    this.quick[standing]++
    let isQuick = true
    const leave = () => {
      if (!isQuick) return
      isQuick = false
      this.quick[standing]--
      this.wake()
    }
    const patience = setTimeout(leave, SLOW_AFTER_MS)
    const turn: Promise<void> = takeTurn(webhook, due, this.manners[webhook.kind])
      .catch((error: unknown) => log.warn({ err: error }, 'webhook turn failed'))
      .finally(() => {
        clearTimeout(patience)
        leave()
        this.turns[standing].delete(turn)
      })
    this.turns[standing].add(turn)
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

const isOpen = (failures: number) => failures >= CIRCUIT_FAILURES

/** What is due at each of these addresses, by its id, as much as is sent in one turn. */
async function dueOf(webhooks: DueWebhook[]): Promise<Map<string, DueDelivery[]>> {
  const due = new Map<string, DueDelivery[]>(webhooks.map(({ id }) => [id, []]))
  if (due.size === 0) return due
  const addresses = webhooks.map(({ id, company_id, failures }) => ({ id, company_id, atMost: isOpen(failures) ? 1 : BATCH }))
  for (const delivery of await findDueDeliveries(addresses)) due.get(delivery.webhook_id)?.push(delivery)
  return due
}

/** One address's turn: what is due there, a few at a time, and not for long. @throws what a lane failed with, once all have ended */
async function takeTurn(webhook: DueWebhook, due: DueDelivery[], manner: Manner): Promise<void> {
  const ends = performance.now() + TURN_MS
  let { failures } = webhook
  let isOver = false
  const lane = async () => {
    while (!isOver && performance.now() < ends) {
      const delivery = due.shift()
      if (!delivery) return
      const standing = await attemptDelivery(webhook, delivery, manner)
      failures = standing.failures
      isOver ||= standing.isOver || isOpen(failures)
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: isOpen(failures) ? 1 : LANES }, lane))
  const failed = lanes.find((each) => each.status === 'rejected')
  // An address at which something of ours fails waits until its lease has run out.
  if (failed) throw failed.reason
  await releaseWebhook(webhook, holdSeconds(failures))
}
