import { connect, isIPv6, type Socket } from 'node:net'
import type { HeaderField } from '../head/parse-head'
import { LEADING_SPACE, MAX_BODY_BYTES, negotiation, OFFERED, type Packet, PacketReader, packet, STEPS, type Step, VERSION } from './packets'

/** What a filter says of a message. `hold`: it is to be looked at by its reader. */
export type FilterVerdict = 'take' | 'refuse' | 'later' | 'drop' | 'hold'

/** A port of a host, or the path of a socket. */
export type FilterAddress = { host: string; port: number } | { path: string }

export type FilteredEnvelope = { ip: string; helo: string; from: string; to: string[]; messageId: string; hostname: string }

/** For each answer; a filter that works says so. */
const ANSWER_MS = 20_000

/** What a filter that marks spam writes into the head. */
const SPAM_MARK = /^x-spam(-flag|-status)?\0\s*yes\b/i

/**
 * One message, as a filter sees it while it comes in. It is told everything by turns as a mail server tells it; the first answer that
 * decides ends it. What it would change is read and not done.
 * @see https://github.com/emersion/go-milter/blob/master/milter-protocol.txt
 */
export class Milter {
  private readonly socket: Socket
  private readonly reader = new PacketReader()
  private readonly answers: Packet[] = []
  private wake: () => void = () => {}
  private fault: Error | undefined
  private steps = 0
  private verdict: FilterVerdict | undefined
  private isHeld = false
  private hasSeenEnough = false
  private turn: Promise<void>

  constructor(
    address: FilterAddress,
    private readonly envelope: FilteredEnvelope,
    private readonly answerMs = ANSWER_MS,
  ) {
    this.socket = connect(address)
    this.socket.setNoDelay(true)
    this.socket.on('data', (piece) => this.hear(piece))
    this.socket.on('error', (error) => this.fail(error))
    this.socket.on('close', () => this.fail(new Error('the filter hung up')))
    this.turn = this.begin()
    this.turn.catch(() => {})
  }

  head(fields: readonly HeaderField[]): void {
    this.next(async () => {
      for (const { raw } of fields) {
        const colon = raw.indexOf(':')
        const value = raw.slice(colon + 1).replaceAll('\r\n', '\n')
        await this.tell('L', raw.slice(0, colon).trim(), (this.steps & LEADING_SPACE) === 0 ? value.replace(/^ /, '') : value)
      }
      await this.tell('N')
    })
  }

  body(bytes: Buffer): void {
    const copy = Buffer.from(bytes)
    this.next(async () => {
      for (let at = 0; at < copy.length && !this.hasSeenEnough; at += MAX_BODY_BYTES) await this.tell('B', copy.subarray(at, at + MAX_BODY_BYTES))
    })
  }

  /** Until it was told who writes to whom. @throws Error when the filter is away, silent, or speaks something else */
  ready = (): Promise<void> => this.turn

  /** Until the filter has taken what it was told so far, or failed. */
  idle = (): Promise<void> => this.turn.catch(() => {})

  /** @throws Error when the filter is away, silent, or speaks something else */
  async end(): Promise<FilterVerdict> {
    this.next(async () => {
      this.socket.write(packet('E'))
      while (this.verdict === undefined) this.judge(await this.answer(), true)
    })
    try {
      await this.turn
      return this.verdict === 'take' && this.isHeld ? 'hold' : (this.verdict ?? 'take')
    } finally {
      this.stop()
    }
  }

  stop(): void {
    this.fail(new Error('over'))
    if (this.socket.destroyed) return
    this.socket.end(packet('Q'))
    setTimeout(() => this.socket.destroy(), 1000).unref()
  }

  private next(work: () => Promise<void>): void {
    this.turn = this.turn.then(() => (this.verdict === undefined ? work() : undefined))
    this.turn.catch(() => {})
  }

  private async begin(): Promise<void> {
    this.socket.write(negotiation())
    const { code, data } = await this.answer()
    if (code !== 'O' || data.length < 12 || data.readUInt32BE(0) > VERSION) throw new Error('no milter protocol')
    this.steps = data.readUInt32BE(8)
    if ((this.steps & ~OFFERED) !== 0) throw new Error('the filter wants what was not offered')
    const { ip, helo, from, to, messageId, hostname } = this.envelope
    this.socket.write(packet('D', Buffer.from('C'), 'j', hostname, '{daemon_name}', 'Signet', 'v', 'Signet'))
    const port = Buffer.alloc(2)
    await this.tell('C', `[${ip}]`, Buffer.from(isIPv6(ip) ? '6' : '4'), port, isIPv6(ip) ? `IPv6:${ip}` : ip)
    await this.tell('H', helo)
    this.socket.write(packet('D', Buffer.from('M'), 'i', messageId, '{mail_addr}', from))
    await this.tell('M', `<${from}>`)
    for (const address of to) {
      this.socket.write(packet('D', Buffer.from('R'), '{rcpt_addr}', address))
      await this.tell('R', `<${address}>`)
    }
    await this.tell('T')
  }

  /** Tells one thing, unless the filter does not want it, and hears what it says to it. */
  private async tell(step: Step, ...parts: (string | Buffer)[]): Promise<void> {
    const { skipped, unanswered } = STEPS[step]
    if (this.verdict !== undefined || (this.steps & skipped) !== 0) return
    if (!this.socket.write(packet(step, ...parts))) await new Promise<void>((resolve) => this.untilDrained(resolve))
    if ((this.steps & unanswered) === 0) this.judge(await this.answer(), false)
  }

  private untilDrained(resolve: () => void): void {
    this.socket.once('drain', resolve)
    this.socket.once('close', resolve)
  }

  private judge({ code, data }: Packet, isEnd: boolean): void {
    if (code === 'c') this.verdict = isEnd ? 'take' : undefined
    else if (code === 's') this.hasSeenEnough = true
    else if (code === 'a') this.verdict = 'take'
    else if (code === 'd') this.verdict = 'drop'
    else if (code === 'r') this.verdict = 'refuse'
    else if (code === 't' || code === 'f') this.verdict = 'later'
    else if (code === 'y') this.verdict = data.toString('latin1').startsWith('4') ? 'later' : 'refuse'
    else if (code === 'q') this.isHeld = true
    else if (code === 'h' && SPAM_MARK.test(data.toString('latin1'))) this.isHeld = true
    else if ((code === 'i' || code === 'm') && SPAM_MARK.test(data.subarray(4).toString('latin1'))) this.isHeld = true
    else if (!'him+-2be'.includes(code) || !isEnd) throw new Error('no milter protocol')
  }

  /** The next thing it says, that it still works left out. */
  private async answer(): Promise<Packet> {
    for (;;) {
      const said = this.answers.shift()
      if (said && said.code !== 'p') return said
      if (said) continue
      if (this.fault) throw this.fault
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => this.fail(new Error('the filter is silent')), this.answerMs)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  private hear(piece: Buffer): void {
    try {
      this.answers.push(...this.reader.push(piece))
    } catch (error) {
      this.fail(error as Error)
    }
    this.wake()
  }

  private fail(error: Error): void {
    this.fault ??= error
    this.wake()
  }
}
