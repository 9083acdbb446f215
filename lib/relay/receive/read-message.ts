import type { Readable } from 'node:stream'
import { BodyHash } from '../body/body-hash'
import { ChunkSealer, type SealedChunk } from '../body/chunks'
import { LineEndings } from '../body/line-endings'
import type { Milter } from '../filter/milter'
import { findHeadEnd, type HeaderField, parseHead } from '../head/parse-head'
import { MAX_HEAD_BYTES } from '../limits'
import type { BodyBudget } from './body-budget'
import { Refusal } from './reply'
import type { SenderChecker } from './sender-checker'

export type ReadMessage = {
  fields: HeaderField[]
  lastChunk: SealedChunk
  bodyHash: string
  hasEightBit: boolean
  /** The first part of the body in clear, for those who look at it: delivery reports, and answers. */
  bodyStart: Buffer
  bytes: number
}

type Options = {
  id: string
  budget: BodyBudget
  checker: SenderChecker
  filter: Milter | undefined
  /** So much of it. */
  startBytes: number
  maxBytes: number
  /** Puts every chunk but the last one away. */
  store: (chunk: SealedChunk) => Promise<void>
}

/**
 * Takes a message in as it comes: the head is held, the body cut into sealed chunks and put away. What is refused is still
 * read to its end, as the sender only listens then.
 * @throws Refusal, or why a chunk could not be stored
 */
export async function readMessage(stream: Readable, { id, budget, checker, filter, startBytes, maxBytes, store }: Options): Promise<ReadMessage> {
  const intake = new Intake(id, checker, filter, startBytes)
  let refusal: unknown
  let taken = 0
  const take = async (piece: Buffer) => {
    budget.take(piece.length)
    taken += piece.length
    if (taken > maxBytes) throw new Refusal('tooLarge')
    for (const chunk of intake.push(piece)) await store(chunk)
    // A slow filter slows its sender down, and fills no memory.
    await filter?.idle()
  }
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (refusal) continue
      await take(piece).catch((error: unknown) => {
        refusal = error
        budget.giveBack(taken)
        taken = 0
      })
    }
    if (refusal) throw refusal
    const { rest, ...message } = intake.end()
    for (const chunk of rest) await store(chunk)
    return { ...message, bytes: taken }
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
  private keptBytes = 0

  constructor(
    id: string,
    private readonly checker: SenderChecker,
    private readonly filter: Milter | undefined,
    private readonly startBytes: number,
  ) {
    this.chunks = new ChunkSealer(id)
  }

  /** @returns the chunks of the body that are full now */
  push(piece: Buffer): SealedChunk[] {
    if (this.fields) {
      this.checker.push(piece)
      return this.add(this.lines.push(piece))
    }
    this.head.push(piece)
    this.headBytes += piece.length
    return this.endHead(false)
  }

  end() {
    const rest = this.fields ? [] : this.endHead(true)
    rest.push(...this.add(this.lines.end()))
    return {
      rest,
      fields: this.fields ?? [],
      lastChunk: this.chunks.end(),
      bodyHash: this.hash.end(),
      hasEightBit: this.lines.hasEightBit,
      bodyStart: Buffer.concat(this.start),
    }
  }

  private endHead(isAll: boolean): SealedChunk[] {
    const bytes = Buffer.concat(this.head, this.headBytes)
    const text = bytes.subarray(0, MAX_HEAD_BYTES + 1).toString('latin1')
    const split = findHeadEnd(text, isAll)
    if (!split) {
      if (this.headBytes > MAX_HEAD_BYTES) throw new Refusal('tooLarge')
      return []
    }
    if (split.headEnd > MAX_HEAD_BYTES) throw new Refusal('tooLarge')
    this.head = []
    this.fields = parseHead(text.slice(0, split.headEnd))
    if (this.fields.some(({ name }) => name === 'dkim-signature')) this.checker.startSignatures()
    this.checker.push(bytes)
    this.filter?.head(this.fields)
    return this.add(this.lines.push(bytes.subarray(split.bodyStart)))
  }

  private add(bytes: Buffer): SealedChunk[] {
    if (bytes.length === 0) return []
    this.hash.push(bytes)
    this.filter?.body(bytes)
    if (this.keptBytes < this.startBytes) {
      this.start.push(Buffer.from(bytes))
      this.keptBytes += bytes.length
    }
    return this.chunks.push(bytes)
  }
}
