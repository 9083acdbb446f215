import { explainFailure } from './explain-failure'
import { parseMrz } from './mrz/parse'
import { type MrzReading, readMrz } from './mrz/read-mrz'
import { type DocumentFailure, type DocumentReading, PAGE_FIELDS, type PageReport, type ReadDocumentOptions, type ReadDocumentResult } from './types'
import { judgeVisualZone } from './visual-zone/judge'
import { readWords } from './visual-zone/read-words'
import { straightenPage } from './visual-zone/straighten'

/**
 * Reads a travel document: the machine-readable zone, its check digits, and whether the visual zone says the same.
 * @param image as `inspectImage` returns it
 */
export async function readDocument(image: Uint8Array, options: ReadDocumentOptions): Promise<ReadDocumentResult> {
  const reading = await readMrz(image)
  const doubt = doubtOf(reading)
  if (doubt) return refuse(doubt === 'multiple_documents' ? doubt : await explainFailure(image, reading, doubt))
  const parsed = parseMrz(reading.zone?.lines ?? [], options)
  if (!parsed.ok) return refuse(parsed.failure)
  const visualZone = judgeVisualZone(parsed.document, await wordsAbove(reading, parsed.document))
  if (visualZone === 'fail') return refuse('viz_mismatch')
  const checks = { mrz_check_digits: 'pass', expiry: 'pass', viz_consistency: visualZone } as const
  const page: PageReport = {
    viz: visualZone,
    shortfall: 'assurance_not_reached',
    fields: Object.fromEntries(PAGE_FIELDS.map((name) => [name, 'absent'])) as PageReport['fields'],
    names: null,
    portraitArea: null,
    outline: null,
  }
  return { ok: true, reading: { ...parsed.document, checks }, page }
}

function doubtOf({ zone, several }: MrzReading): DocumentFailure | undefined {
  if (several) return 'multiple_documents'
  if (!zone) return 'mrz_not_found'
  if (!zone.agrees) return 'mrz_check_failed'
  return zone.certain ? undefined : 'document_unreadable'
}

async function wordsAbove({ image, grid, upsideDown = false }: MrzReading, { format }: Pick<DocumentReading, 'format'>) {
  return image && grid ? readWords(straightenPage(image, grid, upsideDown, format)) : []
}

const refuse = (failure: DocumentFailure) => ({ ok: false, failure }) as const
