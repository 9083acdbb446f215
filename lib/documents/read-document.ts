import { explainFailure } from './explain-failure'
import { isVisa } from './mrz/judge-checks'
import { parseMrz } from './mrz/parse'
import { possibleLines } from './mrz/possible-lines'
import { type MrzReading, readMrz } from './mrz/read-mrz'
import { comparePage } from './page/compare-page'
import { withRecapture } from './page/with-recapture'
import type { DocumentFailure, DocumentReading, ReadDocumentOptions, ReadDocumentResult } from './types'

/**
 * Reads a travel document: the machine-readable zone, its check digits, and whether the page around it says the same. A
 * card's back may leave a letter of a name open, which its front settles.
 * @param image as `inspectImage` returns it
 */
export async function readDocument(image: Uint8Array, options: ReadDocumentOptions): Promise<ReadDocumentResult> {
  const reading = await readMrz(image)
  const doubt = doubtOf(reading)
  if (doubt) return refuse(CERTAIN_REASONS.has(doubt) ? doubt : await explainFailure(image, reading, doubt))
  const parsed = (reading.zone ? possibleLines(reading.zone) : []).map((lines) => parseMrz(lines, options))
  const documents = parsed.flatMap((one) => (one.ok ? [one.document] : []))
  const [likeliest, ...others] = documents
  if (!likeliest) return refuse(parsed[0]?.ok === false ? parsed[0].failure : 'mrz_check_failed')
  const compared = await comparePage(image, reading, [likeliest, ...others])
  if (compared === 'contradicts') return refuse('viz_mismatch')
  if (compared === 'open') return refuse(await explainFailure(image, reading, 'document_unreadable'))
  const { document, page } = compared
  const checks = { mrz_check_digits: 'pass', expiry: 'pass', viz_consistency: page.viz } as const
  const [first, ...open] = [document, ...compared.others].map((one) => ({ ...one, checks }))
  return { ok: true, reading: first as DocumentReading, others: open, page: await withRecapture(image, page, document.format !== 'TD1') }
}

/** Seen in the zone itself, however the picture looks. */
const CERTAIN_REASONS: ReadonlySet<DocumentFailure> = new Set(['multiple_documents', 'document_type_not_supported'])

/** Mean logarithm of a zone that was read without hesitation: only then are its check digits themselves wrong. */
const CLEAR = -0.025

function doubtOf({ zone, several }: MrzReading): DocumentFailure | undefined {
  if (several) return 'multiple_documents'
  if (!zone) return 'mrz_not_found'
  if (!zone.agrees) return zone.likelihood > CLEAR ? 'mrz_check_failed' : 'document_unreadable'
  if (isVisa(zone.format, zone.lines)) return 'document_type_not_supported'
  return possibleLines(zone).length > 0 ? undefined : 'document_unreadable'
}

const refuse = (failure: DocumentFailure) => ({ ok: false, failure }) as const
