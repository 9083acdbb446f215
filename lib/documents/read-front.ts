import type { DocumentReading, ReadDocumentOptions, ReadFrontResult } from './types'

/**
 * Reads the side of a card that has no zone.
 * @param front as `inspectImage` returns it
 * @param reading of the side with the zone
 */
export async function readFront(_front: Uint8Array, _reading: DocumentReading, _options: ReadDocumentOptions): Promise<ReadFrontResult> {
  return { ok: false, failure: 'page_not_found' }
}
