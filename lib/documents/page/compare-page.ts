import type { MrzDocument } from '../mrz/parse'
import type { MrzReading } from '../mrz/read-mrz'
import type { PageReport } from '../types'
import { readPage } from './read-page'
import { settledBy } from './settled-by'

export type ComparedPage = { document: MrzDocument; page: PageReport } | 'contradicts' | 'open'

/**
 * Compares the page with what the zone may say. Where a letter of a name is in doubt, the page must have exactly one of
 * the names to the letter.
 * @returns `contradicts` when the page is that of another document, `open` when it does not tell the name
 */
export async function comparePage(image: Uint8Array, reading: MrzReading, documents: readonly MrzDocument[]): Promise<ComparedPage> {
  const compared = []
  for (const document of documents) compared.push({ document, seen: await readPage(image, reading, document) })
  const [only] = compared
  const chosen = reading.zone?.certain ? only : settledBy(compared)
  if (!chosen) return 'open'
  return chosen.seen === 'contradicts' ? 'contradicts' : { document: chosen.document, page: chosen.seen.page }
}
