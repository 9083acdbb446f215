import { createSocket, type Socket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

const TXT = 16
const NO_SUCH_NAME = 3

/** A name server on this machine that knows TXT records by name and nothing else. @see RFC 1035 §4 */
export class TestDns {
  private readonly records = new Map<string, string>()

  private constructor(private readonly socket: Socket) {
    socket.on('message', (query, { port, address }) => socket.send(this.answer(query), port, address))
  }

  static start(): Promise<TestDns> {
    const socket = createSocket('udp4')
    return new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve(new TestDns(socket))))
  }

  get address(): string {
    return `127.0.0.1:${(this.socket.address() as AddressInfo).port}`
  }

  set(name: string, text: string): void {
    this.records.set(name.toLowerCase(), text)
  }

  close = () => new Promise<void>((resolve) => this.socket.close(() => resolve()))

  private answer(query: Buffer): Buffer {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const question = query.subarray(12, at + 5)
    const text = query.readUInt16BE(at + 1) === TXT ? this.records.get(labels.join('.').toLowerCase()) : undefined
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (text === undefined ? NO_SUCH_NAME : 0), 2)
    head.writeUInt16BE(text === undefined ? 0 : 1, 6)
    head.writeUInt32BE(0, 8)
    if (text === undefined) return Buffer.concat([head, question])
    const strings = Buffer.concat((text.match(/.{1,255}/g) ?? []).flatMap((part) => [Buffer.of(part.length), Buffer.from(part)]))
    const record = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 0, strings.length >> 8, strings.length & 255])
    return Buffer.concat([head, question, record, strings])
  }
}
