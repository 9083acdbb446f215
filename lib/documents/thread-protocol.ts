import type { compareFaces } from './compare-faces'
import type { inspectImage } from './inspect-image'
import type { readDocument } from './read-document'
import type { readFront } from './read-front'

/** What a thread can be asked for. */
export type EngineOperations = {
  inspectImage: typeof inspectImage
  readDocument: typeof readDocument
  readFront: typeof readFront
  compareFaces: typeof compareFaces
}

export type EngineOperation = keyof EngineOperations

export type EngineJob = { operation: EngineOperation; input: unknown[] }

export type EngineAnswer = { ok: true; result: unknown } | { ok: false; reason: string }
