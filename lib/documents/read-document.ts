import { explainFailure } from './explain-failure'
import { isVisa } from './mrz/judge-checks'
import { parseMrz } from './mrz/parse'
import { type MrzReading, readMrz } from './mrz/read-mrz'
import { readPage } from './page/read-page'
import { withRecapture } from './page/with-recapture'
import type { DocumentFailure, ReadDocumentOptions, ReadDocumentResult } from './types'

/**
 * Reads a travel document: the machine-readable zone, its check digits, and whether the page around it says the same.
 * @param image as `inspectImage` returns it
 */
export async function readDocument(image: Uint8Array, options: ReadDocumentOptions): Promise<ReadDocumentResult> {
  const reading = await readMrz(image)
  const doubt = doubtOf(reading)
  if (doubt) return refuse(CERTAIN_REASONS.has(doubt) ? doubt : await explainFailure(image, reading, doubt))
  const parsed = parseMrz(reading.zone?.lines ?? [], options)
  if (!parsed.ok) return refuse(parsed.failure)
  const page = await readPage(image, reading, parsed.document)
  if (page === 'contradicts') return refuse('viz_mismatch')
  const checks = { mrz_check_digits: 'pass', expiry: 'pass', viz_consistency: page.viz } as const
  return { ok: true, reading: { ...parsed.document, checks }, page: await withRecapture(image, page, parsed.document.format !== 'TD1') }
}

/** Seen in the zone itself, however the picture looks. */
const CERTAIN_REASONS: ReadonlySet<DocumentFailure> = new Set(['multiple_documents', 'document_type_not_supported'])

function doubtOf({ zone, several }: MrzReading): DocumentFailure | undefined {
  if (several) return 'multiple_documents'
  if (!zone) return 'mrz_not_found'
  if (!zone.agrees) return 'mrz_check_failed'
  if (isVisa(zone.format, zone.lines)) return 'document_type_not_supported'
  return zone.certain ? undefined : 'document_unreadable'
}

const refuse = (failure: DocumentFailure) => ({ ok: false, failure }) as const
