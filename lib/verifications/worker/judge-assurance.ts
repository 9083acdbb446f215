import type { DocumentFormat, FieldName, PageReport } from '#lib/documents/types'
import { type Assurance, reaches } from '#lib/users/assurance'

/** What the pictures of one attempt showed beside a zone that adds up. */
export type Evidence = {
  format: DocumentFormat
  /** Of the side with the zone. */
  page: PageReport
  /** Of the other side of a card; null where it was not photographed. */
  front: PageReport | null
  /** Whether a live face is the one in the portrait area of that page. */
  hasFace: boolean
}

export type AssuranceVerdict = { ok: true; assurance: Assurance } | { ok: false; failure: NonNullable<PageReport['shortfall']> }

/** What a page must say as its zone does. */
const NEEDED: readonly FieldName[] = ['surname', 'given_names', 'document_number', 'birth_date', 'expiry_date']
/** Of them, so many on a card's front: or it could be the front of any other. */
const ON_FRONT = 2

/**
 * The level that pictures reach. What stays below the one that was asked for is refused for what it lacks, and is never
 * taken for less. Spec: Levels of assurance
 */
export function judgeAssurance(evidence: Evidence, asked: Assurance): AssuranceVerdict {
  const shortfall = shortfallOf(evidence)
  const reached: Assurance = shortfall ? 'zone' : evidence.hasFace ? 'person' : 'page'
  if (reaches(reached, asked)) return { ok: true, assurance: reached }
  return { ok: false, failure: shortfall ?? 'assurance_not_reached' }
}

/** What a page lacks; a card's two sides are one page. */
function shortfallOf({ format, page, front }: Evidence): PageReport['shortfall'] {
  if (format !== 'TD1') return page.shortfall
  if (page.shortfall) return page.shortfall
  if (!front) return 'assurance_not_reached'
  if (front.shortfall) return front.shortfall
  const isComplete = NEEDED.every((name) => page.fields[name] === 'agrees' || front.fields[name] === 'agrees')
  const onFront = NEEDED.filter((name) => front.fields[name] === 'agrees').length
  return isComplete && onFront >= ON_FRONT ? null : 'assurance_not_reached'
}
