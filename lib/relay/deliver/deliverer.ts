import { env } from '#lib/core/env'
import { listen } from '#lib/core/listen'
import { log } from '#lib/core/log'
import { type DueMail, extendLeases, keyOf, markDelivered, takeDueMails } from '../store/deliver'
import { deliverMail } from './deliver-mail'
import { Smarthost } from './smarthost'

const LANES = 8
const BATCH = 32
const POLL_MS = 1000
const LEASE_SECONDS = 60
const RENEW_MS = 20_000

/**
 * Takes due mails out of the queue and delivers them, several at a time. A mail in hand is leased; who dies gives it up.
 * Arrived mails are marked together, and the mark is tried until it holds, so that none goes out twice without a crash.
 */
export class Deliverer {
  private readonly smarthost = env().SMTP_URL ? new Smarthost(env().SMTP_URL as string) : undefined
  /** Everything in hand: waiting, being delivered, or arrived and not marked yet. */
  private readonly leased = new Map<string, DueMail>()
  private readonly backlog: DueMail[] = []
  private readonly arrived: DueMail[] = []
  private refilling: Promise<void> | undefined
  private marking: Promise<void> | undefined
  private isStopping = false
  private isWoken = false
  private wake: () => void = () => {}
  private readonly renewal: NodeJS.Timeout
  private readonly lanes: Promise<void>[]
  private readonly endListening: () => Promise<void>

  constructor() {
    this.endListening = listen('forwarded_mail', () => this.wakeUp())
    this.renewal = setInterval(() => this.renew(), RENEW_MS)
    this.lanes = Array.from({ length: LANES }, () => this.lane())
  }

  async stop(): Promise<void> {
    this.isStopping = true
    this.wakeUp()
    await this.endListening()
    await Promise.all(this.lanes)
    await this.marking
    clearInterval(this.renewal)
    this.smarthost?.close()
  }

  private wakeUp(): void {
    this.isWoken = true
    this.wake()
  }

  private async lane(): Promise<void> {
    while (!this.isStopping) {
      if (this.backlog.length === 0) {
        this.refilling ??= this.refill()
        await this.refilling
      }
      const mail = this.backlog.shift()
      if (mail) await this.deliver(mail)
    }
  }

  private async refill(): Promise<void> {
    this.isWoken = false
    try {
      const due = await takeDueMails(BATCH, LEASE_SECONDS)
      // A lease that ran out while the database stood still may be one of ours.
      const fresh = due.filter((mail) => !this.leased.has(keyOf(mail)))
      for (const mail of fresh) this.leased.set(keyOf(mail), mail)
      this.backlog.push(...fresh)
    } catch (error) {
      log.warn({ err: error }, 'forwarded mail could not be taken from the queue')
    }
    if (this.backlog.length === 0 && !this.isWoken && !this.isStopping) await this.pause(POLL_MS)
    this.refilling = undefined
  }

  private async deliver(mail: DueMail): Promise<void> {
    try {
      if (await deliverMail(mail, this.smarthost)) {
        this.arrived.push(mail)
        this.marking ??= this.mark()
        return
      }
    } catch (error) {
      // Nothing is decided: its lease runs out and it is due again.
      log.error({ err: error, attempts: mail.attempts }, 'forwarding failed')
    }
    this.leased.delete(keyOf(mail))
  }

  private async mark(): Promise<void> {
    while (this.arrived.length > 0) {
      const mails = [...this.arrived]
      try {
        await markDelivered(mails)
        this.arrived.splice(0, mails.length)
        for (const mail of mails) this.leased.delete(keyOf(mail))
      } catch (error) {
        log.warn({ err: error }, 'delivered mail could not be marked')
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    }
    this.marking = undefined
  }

  private renew(): void {
    if (this.leased.size > 0)
      extendLeases([...this.leased.values()], LEASE_SECONDS).catch((error: unknown) => log.warn({ err: error }, 'leases not renewed'))
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
