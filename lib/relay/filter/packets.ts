/** What is said to a filter and by it, version 6. @see sendmail libmilter/mfdef.h */
export type Packet = { code: string; data: Buffer }

/** What a filter may leave out, and what it need not answer. Each step's own bits. */
export const STEPS = {
  C: { skipped: 0x01, unanswered: 0x1000 },
  H: { skipped: 0x02, unanswered: 0x2000 },
  M: { skipped: 0x04, unanswered: 0x4000 },
  R: { skipped: 0x08, unanswered: 0x8000 },
  B: { skipped: 0x10, unanswered: 0x80000 },
  L: { skipped: 0x20, unanswered: 0x80 },
  N: { skipped: 0x40, unanswered: 0x40000 },
  T: { skipped: 0x200, unanswered: 0x10000 },
} as const

export type Step = keyof typeof STEPS

/** The filter may say that it has seen enough of the body. */
const MAY_SKIP_BODY = 0x400
/** Unknown commands are never told, so the filter may well want none and answer none. */
const UNKNOWN_COMMANDS = 0x100 | 0x20000
/** Values of fields come with the space behind the colon. */
export const LEADING_SPACE = 0x100000

export const VERSION = 6
/** Filters want to be allowed what they might do. What they change is not taken over: our heads are written anew. */
export const ACTIONS = 0xff
export const OFFERED = Object.values(STEPS).reduce(
  (bits, { skipped, unanswered }) => bits | skipped | unanswered,
  MAY_SKIP_BODY | UNKNOWN_COMMANDS | LEADING_SPACE,
)

/** Of one packet of a body. */
export const MAX_BODY_BYTES = 65_535
/** No filter has so much to say. */
const MAX_ANSWER_BYTES = 1024 * 1024

export function packet(code: string, ...parts: (string | Buffer)[]): Buffer {
  const data = parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`, 'latin1') : part))
  const head = Buffer.alloc(5)
  head.writeUInt32BE(1 + data.reduce((sum, { length }) => sum + length, 0))
  head.write(code, 4, 'latin1')
  return Buffer.concat([head, ...data])
}

export function negotiation(): Buffer {
  const words = Buffer.alloc(12)
  words.writeUInt32BE(VERSION, 0)
  words.writeUInt32BE(ACTIONS, 4)
  words.writeUInt32BE(OFFERED, 8)
  return packet('O', words)
}

/** Cuts what a filter says into packets. */
export class PacketReader {
  private bytes = Buffer.alloc(0)

  /** @throws Error when it is none of the protocol */
  push(piece: Buffer): Packet[] {
    this.bytes = Buffer.concat([this.bytes, piece])
    const packets: Packet[] = []
    while (this.bytes.length >= 5) {
      const length = this.bytes.readUInt32BE(0)
      if (length < 1 || length > MAX_ANSWER_BYTES) throw new Error('no milter protocol')
      if (this.bytes.length < 4 + length) break
      packets.push({ code: this.bytes.toString('latin1', 4, 5), data: this.bytes.subarray(5, 4 + length) })
      this.bytes = this.bytes.subarray(4 + length)
    }
    return packets
  }
}
