import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Delivered = { from: string; to: string; data: Buffer }

/** What the sink says to a recipient or a message instead of taking it. */
type Refuse = (to: string) => { code: number; text: string; at: 'RCPT' | 'DATA' } | undefined

/** The smarthost, which is not ours: takes everything and keeps it. */
export class Sink {
  readonly mails: Delivered[] = []
  refuse: Refuse = () => undefined
  private waiting: (() => void)[] = []

  private constructor(private readonly server: SMTPServer) {}

  static async start(port = 0): Promise<Sink> {
    const refusal = (at: 'RCPT' | 'DATA', to: string) => {
      const said = sink.refuse(to)
      return said?.at === at ? Object.assign(new Error(said.text), { responseCode: said.code }) : null
    }
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      onRcptTo: ({ address }, _session, reply) => reply(refusal('RCPT', address)),
      onData: (stream, { envelope }, reply) => {
        const parts: Buffer[] = []
        const to = envelope.rcptTo[0]?.address ?? ''
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          const refused = refusal('DATA', to)
          if (refused) return reply(refused)
          sink.mails.push({ from: envelope.mailFrom ? envelope.mailFrom.address : '', to, data: Buffer.concat(parts) })
          sink.wake()
          reply()
        })
      },
    })
    const sink = new Sink(server)
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
    return sink
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** Waits until there is a mail of this kind. */
  async until(isIt: (mail: Delivered) => boolean): Promise<Delivered> {
    for (;;) {
      const found = this.mails.find(isIt)
      if (found) return found
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  close = () => new Promise<void>((resolve) => this.server.close(() => resolve()))

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve()
  }
}
