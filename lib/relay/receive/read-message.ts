import type { Readable } from 'node:stream'
import { BodyHash } from '../body/body-hash'
import { ChunkSealer } from '../body/chunks'
import { LineEndings } from '../body/line-endings'
import { findHeadEnd, type HeaderField, parseHead } from '../head/parse-head'
import { MAX_HEAD_BYTES, MAX_MESSAGE_BYTES } from '../limits'
import type { BodyBudget } from './body-budget'
import type { SenderChecker } from './check-sender'
import { Refusal } from './reply'

/** A bounce is short; what is longer need not be looked at. */
const BODY_START_BYTES = 256 * 1024

export type ReadMessage = {
  fields: HeaderField[]
  chunks: ChunkSealer
  bodyHash: string
  hasEightBit: boolean
  /** The first part of the body in clear, kept for delivery reports only. */
  bodyStart: Buffer
  bytes: number
}

/**
 * Takes a message in as it comes: the head is held, the body cut into sealed chunks. What is refused is still read to its
 * end, as the sender only listens then.
 * @throws Refusal
 */
export async function readMessage(
  stream: Readable,
  { id, budget, checker, keepsStart }: { id: string; budget: BodyBudget; checker: SenderChecker; keepsStart: boolean },
): Promise<ReadMessage> {
  const intake = new Intake(id, checker, keepsStart)
  let refusal: unknown
  let taken = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (refusal) continue
      try {
        budget.take(piece.length)
        taken += piece.length
        intake.push(piece, taken)
      } catch (error) {
        refusal = error
        budget.giveBack(taken)
        taken = 0
      }
    }
    if (refusal) throw refusal
    return { ...intake.end(), bytes: taken }
  } catch (error) {
    budget.giveBack(taken)
    checker.stop()
    throw error
  }
}

class Intake {
  private head: Buffer[] = []
  private headBytes = 0
  private fields: HeaderField[] | undefined
  private readonly chunks: ChunkSealer
  private readonly lines = new LineEndings()
  private readonly hash = new BodyHash()
  private start: Buffer[] = []
  private startBytes = 0

  constructor(
    id: string,
    private readonly checker: SenderChecker,
    private readonly keepsStart: boolean,
  ) {
    this.chunks = new ChunkSealer(id)
  }

  push(piece: Buffer, total: number): void {
    if (total > MAX_MESSAGE_BYTES) throw new Refusal('tooLarge')
    if (this.fields) {
      this.checker.push(piece)
      this.add(this.lines.push(piece))
    } else {
      this.head.push(piece)
      this.headBytes += piece.length
      this.endHead(false)
    }
  }

  end(): Omit<ReadMessage, 'bytes'> {
    if (!this.fields) this.endHead(true)
    this.add(this.lines.end())
    this.chunks.end()
    return {
      fields: this.fields ?? [],
      chunks: this.chunks,
      bodyHash: this.hash.end(),
      hasEightBit: this.lines.hasEightBit,
      bodyStart: Buffer.concat(this.start),
    }
  }

  private endHead(isAll: boolean): void {
    const bytes = Buffer.concat(this.head, this.headBytes)
    const text = bytes.subarray(0, MAX_HEAD_BYTES + 1).toString('latin1')
    const split = findHeadEnd(text, isAll)
    if (!split) {
      if (this.headBytes > MAX_HEAD_BYTES) throw new Refusal('tooLarge')
      return
    }
    if (split.headEnd > MAX_HEAD_BYTES) throw new Refusal('tooLarge')
    this.head = []
    this.fields = parseHead(text.slice(0, split.headEnd))
    if (this.fields.some(({ name }) => name === 'dkim-signature')) this.checker.startSignatures()
    this.checker.push(bytes)
    this.add(this.lines.push(bytes.subarray(split.bodyStart)))
  }

  private add(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.hash.push(bytes)
    this.chunks.push(bytes)
    if (this.keepsStart && this.startBytes < BODY_START_BYTES) {
      this.start.push(bytes)
      this.startBytes += bytes.length
    }
  }
}
