import { isAscii } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { base32 } from '#lib/core/base32'
import { isIn, networkOf, readAddress } from '#lib/core/client-address'
import { env } from '#lib/core/env'
import { type ClientState, CONNECTION_LIMITS, type ConnectionLimits, isOverdue, judgeNewcomer } from './connection-limits'
import { readProxyHeader } from './proxy-header'
import { takeQuietPiecesWhole } from './quiet-pieces'
import { readPath } from './read-path'
import { BUSY, NO_SMTPUTF8, NOT_ASCII, TIME_IS_UP, TOO_MANY_CLIENTS, TOO_MANY_OF_NETWORK } from './reply'
import { TurnedAway } from './turned-away'

const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3} /
/** Their answers leave with the one of the command that came right behind them, if one did. @see RFC 2920 §3.2 */
const PIPELINED = /^(MAIL|RCPT) /i
const MOST_HELD_BYTES = 1024
const LOOK_MS = 1000
const PROXY_HEADER_MS = 5000

type Arguments = ConstructorParameters<typeof SMTPConnection>

/**
 * smtp-server's connection with our codes and limits. Its own replies get the enhanced code it knows for them, ours bring
 * their own; and it greets at once, where the original waits 100 ms to catch those who talk too early, which would slow
 * everybody down who opens a connection per message.
 */
class RelayConnection extends SMTPConnection {
  readonly network = networkOf(readAddress(this.remoteAddress))
  private sessionSince = performance.now()
  private waitsSince = performance.now()

  override init(): void {
    this._setListeners(() => this.connectionReady())
  }

  override _createParser(): ReturnType<SMTPConnection['_createParser']> {
    return takeQuietPiecesWhole(super._createParser())
  }

  override _parseAddressCommand(name: string, command: Buffer | string): ReturnType<SMTPConnection['_parseAddressCommand']> {
    const { plain, quoted } = readPath(command.toString())
    const parsed = super._parseAddressCommand(name, plain)
    if (parsed && quoted !== null) parsed.address = quoted + parsed.address.slice(parsed.address.lastIndexOf('@'))
    return parsed
  }

  override handler_MAIL(command: Buffer, callback: () => void): void {
    if (!this.refuseUnicode('mail from', command, callback)) super.handler_MAIL(command, callback)
  }

  override handler_RCPT(command: Buffer, callback: () => void): void {
    if (!this.refuseUnicode('rcpt to', command, callback)) super.handler_RCPT(command, callback)
  }

  /** Whoever needs SMTPUTF8 hears so at once, as long as there is time to tell the writer. @see RFC 6531 §3.5 */
  private refuseUnicode(name: string, command: Buffer, callback: () => void): boolean {
    if (isAscii(command) && !/\sSMTPUTF8\b/i.test(command.toString('latin1'))) return false
    const parsed = this._parseAddressCommand(name, command)
    if (!parsed) return false
    const asks = Boolean(parsed.args && 'SMTPUTF8' in parsed.args)
    if (!asks && isAscii(command)) return false
    this.send(asks ? 555 : 553, asks ? NO_SMTPUTF8 : NOT_ASCII)
    callback()
    return true
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    const socket = this._socket
    // Never so much that the socket asks to be emptied: it could not be, and nothing would go on.
    const isHeld = socket.writableLength < MOST_HELD_BYTES && PIPELINED.test(command.toString('latin1', 0, 5))
    if (isHeld) socket.cork()
    super._onCommand(command, () => {
      this.waitsSince = performance.now()
      callback?.()
      if (isHeld) socket.uncork()
    })
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    if (context === 'DATA_OK' && code === 250) this.sessionSince = performance.now()
    // Behind a message a command is due again.
    if (!this._handlerPending) this.waitsSince = performance.now()
    super.send(code, data, typeof data === 'string' && ENHANCED.test(data) ? false : context)
  }

  state(now: number): ClientState {
    const isData = this._parser !== false && this._parser._dataMode
    const isOurTurn = this._handlerPending || (this._dataStream && !isData)
    return {
      network: this.network,
      sessionMs: now - this.sessionSince,
      waitsFor: isOurTurn ? 'us' : isData ? 'data' : 'line',
      waitedMs: now - this.waitsSince,
      bytes: this._parser === false ? 0 : this._parser.dataBytes,
    }
  }
}

type Options = Arguments[0]['options'] & { limits?: ConnectionLimits }

export class RelayServer extends SMTPServer {
  private readonly limits: ConnectionLimits
  private readonly looking: NodeJS.Timeout
  private readonly turnedAway = new TurnedAway()

  constructor({ limits = CONNECTION_LIMITS, ...options }: Partial<Options>) {
    super(options)
    this.limits = limits
    this.looking = setInterval(() => this.endOverdue(), Math.min(LOOK_MS, limits.command.stress / 4)).unref()
  }

  override close(callback?: () => void): void {
    clearInterval(this.looking)
    super.close(callback)
  }

  override connect(socket: Arguments[1], options?: Arguments[2]): void {
    const refusal = this.makeRoomFor(networkOf(readAddress(options?.remoteAddress ?? socket.remoteAddress ?? '')))
    if (refusal) return void this.turnedAway.tell(socket, refusal)
    const connection = new RelayConnection(this, socket, options)
    this.connections.add(connection)
    connection.on('error', (error) => this._onError(error))
    connection.init()
  }

  /** @returns why a newcomer of the network cannot stay, or null */
  private makeRoomFor(network: string): string | null {
    const now = performance.now()
    const verdict = judgeNewcomer(network, this.clients(), (connection) => connection.state(now), this.limits)
    if (verdict.kind === 'welcome') verdict.insteadOf?.send(421, BUSY)
    else return verdict.kind === 'full' ? TOO_MANY_CLIENTS : TOO_MANY_OF_NETWORK
    return null
  }

  private clients = () => [...this.connections] as RelayConnection[]

  private endOverdue(): void {
    const now = performance.now()
    const clients = this.clients()
    const isStress = clients.length >= this.limits.stressFrom
    for (const client of clients) if (isOverdue(client.state(now), isStress, this.limits)) client.send(421, TIME_IS_UP)
  }

  override _expectsProxyHeader(socket: Socket): boolean {
    const peer = readAddress(socket.remoteAddress ?? '')
    return peer !== null && isIn(env().SMTP_PROXIES)(peer)
  }

  /** The client's address as the proxy in front says it, in version 2 of its protocol; the library reads version 1 only. */
  override _handleProxy(socket: Socket, callback: Parameters<SMTPServer['_handleProxy']>[1]): void {
    const id = base32(randomBytes(10))
    if (!this._expectsProxyHeader(socket)) return void setImmediate(callback, null, { id })
    let bytes = Buffer.alloc(0)
    const end = (error: Error | null, address: string | null = null) => {
      clearTimeout(timer)
      for (const name of ['readable', 'end', 'close', 'error']) socket.removeListener(name, name === 'readable' ? read : fail)
      if (error) socket.on('error', () => {}).destroy()
      callback(error, address === null ? { id } : { id, remoteAddress: address })
    }
    const fail = () => end(new Error('no PROXY header'))
    const read = () => {
      const piece = socket.read() as Buffer | null
      if (piece === null) return
      bytes = Buffer.concat([bytes, piece])
      const header = readProxyHeader(bytes)
      if (header === 'incomplete') return
      if (header === 'invalid') return fail()
      const rest = bytes.subarray(header.bytes)
      if (rest.length > 0) socket.unshift(rest)
      end(null, header.address)
    }
    const timer = setTimeout(fail, PROXY_HEADER_MS)
    socket.on('readable', read).once('end', fail).once('close', fail).once('error', fail)
  }
}
