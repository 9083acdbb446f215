import { compareFaces } from '#lib/documents/compare-faces'
import { inspectImage } from '#lib/documents/inspect-image'
import { readDocument } from '#lib/documents/read-document'
import { readFront } from '#lib/documents/read-front'
import type { CompareFacesResult, ReadDocumentResult, ReadFrontResult } from '#lib/documents/types'
import { readWithTesseract } from '../lib/read-with-tesseract'
import { TODAY } from './facts'

/** `selfies`: also compare the portrait on the document, or on its front, with them. */
export type Question =
  | { reader: 'engine'; document: Uint8Array; front?: Uint8Array; selfies?: readonly Uint8Array[] }
  | { reader: 'tesseract'; document: Uint8Array }

/** `cpu` in milliseconds, an operation each; `memory` in MiB of the process; `sizes` of the document's picture as it is read. */
export type Answer = {
  document: ReadDocumentResult
  front?: ReadFrontResult
  /** Null where no portrait area was told. */
  faces?: CompareFacesResult | null
  /** What tesseract.js read. */
  lines?: string[]
  cpu: { inspect: number; read: number; front: number }
  memory: number
}

const options = { testIssuers: true, today: TODAY }
const unread = { ok: false, failure: 'document_unreadable' } as const

/** Answers in a process of its own, so that cost and memory are those of reading alone. */
export function serveQuestions() {
  process.on('message', (question: Question) => {
    void answer(question).then((reply) => process.send?.(reply))
  })
  process.on('disconnect', () => process.exit())
}

async function answer(question: Question): Promise<Answer> {
  const clock = startClock()
  if (question.reader === 'tesseract') {
    const lines = await readWithTesseract(question.document)
    return { document: unread, lines, cpu: { inspect: 0, read: clock(), front: 0 }, memory: memory() }
  }
  const inspected = await inspectImage(question.document)
  const front = question.front ? await inspectImage(question.front) : undefined
  const inspect = clock()
  const side = inspected.ok ? await readDocument(inspected.image, options) : unread
  const read = clock()
  const other = side.ok && front?.ok ? await readFront(front.image, [side.reading, ...side.others], options) : undefined
  const document = settled(side, other)
  const cpu = { inspect, read, front: clock() }
  const faces =
    question.selfies && inspected.ok
      ? await compare(question.selfies, inspected.image, document, front?.ok ? front.image : undefined, other)
      : undefined
  return { document, front: other, faces, cpu, memory: memory() }
}

/** As the product does: a letter that the back leaves open is told by the front or not at all. */
function settled(side: ReadDocumentResult, front: ReadFrontResult | undefined): ReadDocumentResult {
  if (!side.ok || side.others.length === 0) return side
  return front?.ok ? { ...side, reading: front.reading, others: [] } : unread
}

/** As the product does: the portrait is on a card's front, or on the page itself. */
async function compare(
  selfies: readonly Uint8Array[],
  image: Uint8Array,
  document: ReadDocumentResult,
  frontImage: Uint8Array | undefined,
  front: ReadFrontResult | undefined,
) {
  const [shown, page] = front?.ok && frontImage ? [frontImage, front.page] : [image, document.ok ? document.page : null]
  return page?.portraitArea ? compareFaces({ image: shown, portraitArea: page.portraitArea, outline: page.outline }, selfies, 'left') : null
}

/** CPU since it was last asked. */
function startClock() {
  let before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    return (user + system) / 1000
  }
}

const memory = () => process.memoryUsage().rss / 2 ** 20
