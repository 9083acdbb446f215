import sharp from 'sharp'
import { readFrontPage } from './page/read-front-page'
import { withRecapture } from './page/with-recapture'
import type { DocumentReading, ReadDocumentOptions, ReadFrontResult } from './types'

/**
 * Reads the side of a card that has no zone, and whether it belongs to the side that has one: a front shows at least two
 * fields of the zone.
 * @param front as `inspectImage` returns it
 * @param readings of the side with the zone, the likeliest first; where there are several, the front must have exactly one
 * of the names to the letter
 */
export async function readFront(
  front: Uint8Array,
  readings: readonly [DocumentReading, ...DocumentReading[]],
  _options: ReadDocumentOptions,
): Promise<ReadFrontResult> {
  const { width, height } = await sharp(front).metadata()
  const read = await readFrontPage(front, Math.max(width, height), readings)
  return read.ok ? { ...read, page: await withRecapture(front, read.page, false) } : read
}
