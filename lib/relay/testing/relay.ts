import { afterAll, beforeAll } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { Deliverer } from '../deliver/deliverer'
import { type Receiver, type ReceiverOptions, startReceiver } from '../receive/receiver'
import type { TestAlias } from './an-alias'
import { fakeDns } from './fake-dns'
import { useOwnDatabase } from './own-database'
import { type Delivered, Sink } from './sink'
import { sendMail } from './smtp-client'

export const ACCEPTED = '250 2.6.0 Accepted'

/** Receiver, deliverer and smarthost of one test file, over a database of its own. There once its tests run. */
export class TestRelay {
  sink!: Sink
  receiver!: Receiver
  private deliverer!: Deliverer

  get port(): number {
    return this.receiver.port
  }

  async start(dns: Parameters<typeof fakeDns>[0], options: ReceiverOptions): Promise<void> {
    this.sink = await Sink.start()
    Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', SMTP_URL: this.sink.url })
    this.receiver = await startReceiver({ resolver: fakeDns(dns), ...options })
    this.deliverer = new Deliverer()
  }

  async stop(): Promise<void> {
    await this.receiver.close()
    await this.deliverer.stop()
    await this.sink.close()
    await closeDatabase()
  }

  /** @returns the last reply */
  send = (to: { address: string } | { address: string }[], message: string, from = 'shop@sender.test'): Promise<string> =>
    sendMail(
      this.port,
      from,
      [to].flat().map(({ address }) => address),
      message,
    )

  /** The mail with that subject, once it is where the person reads mail. */
  arrived = ({ email }: TestAlias, subject: string): Promise<Delivered> =>
    this.sink.until(({ to, data }) => to === email && data.includes(`Subject: ${subject}\r\n`))
}

/** @param dns TXT records of the senders */
export function relayForTests(dns: Parameters<typeof fakeDns>[0] = {}, options: ReceiverOptions = {}): TestRelay {
  const relay = new TestRelay()
  beforeAll(async () => {
    await useOwnDatabase()
    await relay.start(dns, options)
  })
  afterAll(() => relay.stop())
  return relay
}
