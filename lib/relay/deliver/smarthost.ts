import type { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { env } from '#lib/core/env'
import { judgeAnswer, type SmtpAnswer } from './judge-answer'
import { WholeLinesConnection } from './stuff-dots'

const CONNECT_MS = 20_000
const REPLY_MS = 120_000
const IDLE_MS = 15_000

export type Letter = { from: string; to: string; content: Buffer | Readable; hasEightBit: boolean }

/** Why the smarthost did not take a mail: codes only, its texts quote addresses. */
export class DeliveryProblem extends Error {
  constructor(
    /** Enhanced status, reply code or system error code. */
    readonly code: string,
    /** Trying again will not help. */
    readonly isFinal: boolean,
    /** The address itself was refused. */
    readonly isAboutAddress: boolean,
  ) {
    super(code)
  }
}

type Idle = { connection: SMTPConnection; timer: NodeJS.Timeout }

/** The mail server that takes forwarded mail on. Connections are kept for the next mail. */
export class Smarthost {
  private readonly idle: Idle[] = []

  constructor(private readonly url: string) {}

  /** @throws DeliveryProblem */
  async send(letter: Letter): Promise<void> {
    const kept = this.takeIdle()
    const connection = kept ?? (await this.open())
    try {
      await transmit(connection, letter)
      this.keep(connection)
    } catch (error) {
      connection.close()
      // The server may have closed a kept connection at this very moment; a stream is used up by then.
      if (kept && !hasReply(error) && Buffer.isBuffer(letter.content)) return this.send(letter)
      throw problemOf(error)
    }
  }

  close(): void {
    for (const { connection, timer } of this.idle.splice(0)) {
      clearTimeout(timer)
      connection.quit()
    }
  }

  private takeIdle(): SMTPConnection | undefined {
    const found = this.idle.pop()
    clearTimeout(found?.timer)
    return found?.connection
  }

  private keep(connection: SMTPConnection): void {
    const leave = () => {
      const at = this.idle.findIndex((entry) => entry.connection === connection)
      if (at >= 0) clearTimeout(this.idle.splice(at, 1)[0]?.timer)
    }
    connection.removeAllListeners('end')
    connection.once('end', leave)
    const timer = setTimeout(() => {
      leave()
      connection.quit()
    }, IDLE_MS)
    this.idle.push({ connection, timer })
  }

  private async open(): Promise<SMTPConnection> {
    const { auth, ...options } = parseConnectionUrl(this.url)
    const connection = new WholeLinesConnection({
      ...options,
      name: env().ALIAS_DOMAIN,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: REPLY_MS,
    })
    try {
      await new Promise<void>((resolve, reject) => {
        connection.on('error', reject)
        connection.once('end', () => reject(new Error('connection closed')))
        connection.connect((error) => (error ? reject(error) : resolve()))
      })
      if (auth) await new Promise<void>((resolve, reject) => connection.login(auth, (error) => (error ? reject(error) : resolve())))
      return connection
    } catch (error) {
      connection.close()
      // A smarthost that will not have us says nothing about the mail.
      throw new DeliveryProblem(problemOf(error).code, false, false)
    }
  }
}

const transmit = (connection: SMTPConnection, { from, to, content, hasEightBit }: Letter) =>
  new Promise<void>((resolve, reject) => {
    connection.removeAllListeners('error')
    connection.on('error', reject)
    connection.send({ from, to: [to], use8BitMime: hasEightBit }, content, (error) => (error ? reject(error) : resolve()))
  })

const hasReply = (error: unknown) => (error as SmtpAnswer).responseCode !== undefined

function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof DeliveryProblem) return error
  const { code, isFinal, isAboutAddress } = judgeAnswer(error as SmtpAnswer)
  return new DeliveryProblem(code, isFinal, isAboutAddress)
}
