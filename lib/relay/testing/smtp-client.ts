import { connect, type Socket } from 'node:net'

/** A bare SMTP client: sends bytes as given, so that it can be as rude as the network. */
export class SmtpClient {
  private buffered = ''
  private waiting: (() => void)[] = []
  private isClosed = false
  greeting = ''

  private constructor(readonly socket: Socket) {
    socket.on('data', (data) => {
      this.buffered += data.toString('latin1')
      this.wake()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isClosed = true
      this.wake()
    })
  }

  /** @param localAddress where it comes from, on this machine @param first bytes before anything else */
  static async open(port: number, localAddress = '127.0.0.1', first?: Buffer): Promise<SmtpClient> {
    const client = new SmtpClient(connect({ port, host: '127.0.0.1', localAddress }))
    if (first) client.send(first)
    client.greeting = await client.reply()
    return client
  }

  /** The next reply, all of its lines; '' when the server closed. */
  async reply(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(this.buffered)
      if (match) {
        this.buffered = this.buffered.slice(match[0].length)
        return match[0].trimEnd()
      }
      if (this.isClosed) return ''
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  send(bytes: string | Buffer): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    return this
  }

  command = (line: string): Promise<string> => this.send(`${line}\r\n`).reply()

  /** Up to the point where the message is due. @returns the reply to DATA, or the first that was not positive */
  async begin(from: string, recipients: string[]): Promise<string> {
    for (const line of ['EHLO sender.test', `MAIL FROM:<${from}>`, ...recipients.map((to) => `RCPT TO:<${to}>`)]) {
      const reply = await this.command(line)
      if (!reply.startsWith('2')) return reply
    }
    return this.command('DATA')
  }

  /** One message; its dots are stuffed and the end is added. @returns the last reply, the id of an accepted message left out */
  async mail(from: string, recipients: string[], message: string): Promise<string> {
    const begun = await this.begin(from, recipients)
    if (!begun.startsWith('354')) return begun
    const reply = await this.send(`${message.replace(/^\./gm, '..')}${message.endsWith('\r\n') ? '' : '\r\n'}.\r\n`).reply()
    return withoutId(reply)
  }

  close(): void {
    this.socket.destroy()
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve()
  }
}

const ID = / as msg_\w+$/

export const withoutId = (reply: string) => reply.replace(ID, '')

/** One message over a connection of its own. */
export async function sendMail(port: number, from: string, to: string | string[], message: string): Promise<string> {
  const client = await SmtpClient.open(port)
  try {
    return await client.mail(from, [to].flat(), message)
  } finally {
    client.close()
  }
}
