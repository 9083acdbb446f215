import type { DocumentFailure, PageReport, ReadDocumentResult, ReadFrontResult } from '#lib/documents/types'

const NEEDED = ['surname', 'given_names', 'document_number', 'birth_date', 'expiry_date'] as const
/** Of the five, on a card's front. */
const ON_THE_FRONT = 2

/** How far pictures get: `none` with the reason, `zone` with what is missing for more, `page`. Spec: Levels of assurance */
export type Reached = { level: 'none'; failure: DocumentFailure } | { level: 'zone'; shortfall: string } | { level: 'page' }

/** @param front what a card's other side said; undefined for pages of one side */
export function judgeLevel(document: ReadDocumentResult, front: ReadFrontResult | undefined): Reached {
  if (!document.ok) return { level: 'none', failure: document.failure }
  const { page, reading } = document
  if (reading.format !== 'TD1') return page.shortfall === null ? { level: 'page' } : { level: 'zone', shortfall: page.shortfall }
  if (!front) return { level: 'zone', shortfall: 'front_not_given' }
  if (!front.ok) return front.failure === 'viz_mismatch' ? { level: 'none', failure: front.failure } : { level: 'zone', shortfall: front.failure }
  const lacking = [page.shortfall, front.page.shortfall].find((shortfall) => shortfall !== null)
  if (lacking) return { level: 'zone', shortfall: lacking }
  const agrees = ({ fields }: PageReport, name: (typeof NEEDED)[number]) => fields[name] === 'agrees'
  const shown = NEEDED.filter((name) => agrees(page, name) || agrees(front.page, name))
  const enough = shown.length === NEEDED.length && NEEDED.filter((name) => agrees(front.page, name)).length >= ON_THE_FRONT
  return enough ? { level: 'page' } : { level: 'zone', shortfall: 'assurance_not_reached' }
}
