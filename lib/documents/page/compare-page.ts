import type { MrzDocument } from '../mrz/parse'
import { isSexOpen } from '../mrz/possible-lines'
import type { MrzReading } from '../mrz/read-mrz'
import type { PageReport } from '../types'
import { readPage } from './read-page'
import { settledBy } from './settled-by'

/** `others`: what the zone may say as well, left open for a card's front. */
export type ComparedPage = { document: MrzDocument; others: MrzDocument[]; page: PageReport } | 'contradicts' | 'open'

/**
 * Compares the page with what the zone may say. Where a letter of a name or of the number is in doubt, the page must have
 * exactly one of them to the letter; a card's back has no names, and leaves that to its front.
 * @returns `contradicts` when the page is that of another document, `open` when it does not tell the name
 */
export async function comparePage(
  image: Uint8Array,
  reading: MrzReading,
  [likeliest, ...others]: readonly [MrzDocument, ...MrzDocument[]],
): Promise<ComparedPage> {
  const isCertain = reading.zone?.certain === true
  const first = await readPage(image, reading, likeliest)
  if (first === 'contradicts') return isCertain ? 'contradicts' : 'open'
  const besides = reading.zone && isSexOpen(reading.zone) ? (['sex'] as const) : []
  const document = isCertain ? likeliest : settledBy(first.spells, [likeliest, ...others], besides)
  if (!document) return likeliest.format === 'TD1' ? { document: likeliest, others, page: first.page } : 'open'
  const settled = document === likeliest ? first : await readPage(image, reading, document)
  return settled === 'contradicts' ? 'contradicts' : { document, others: [], page: settled.page }
}
