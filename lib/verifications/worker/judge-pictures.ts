import { ENGINE_VERSION } from '#lib/documents/engine-version'
import { TEST_ISSUER } from '#lib/documents/mrz/issuers'
import type { DocumentPool } from '#lib/documents/pool'
import type { DocumentReading, PageReport } from '#lib/documents/types'
import { type Assurance, reaches } from '#lib/users/assurance'
import type { PictureKind } from '../picture-kinds'
import type { Checks } from '../schema'
import { isTried, takesSpecimens } from '../specimens'
import type { Verification } from '../store/verifications'
import { judgeAssurance } from './judge-assurance'
import type { Outcome } from './settle-reading'

/** Where documents are read: in threads beside the worker's main one. */
export type Engine = Pick<DocumentPool, 'run'>

export type Submitted = { session: Verification; pictures: Map<string, Uint8Array>; now: Date }

type Side = { image: Uint8Array; page: PageReport }

/**
 * What the pictures of one attempt come to: the zone, then a card's front, then the face, and the level that they reach
 * together. What comes too late to count is not looked at.
 */
export async function judgePictures(engine: Engine, submitted: Submitted): Promise<Outcome> {
  const { session, pictures, now } = submitted
  const image = pictures.get('document' satisfies PictureKind) as Uint8Array
  const options = { testIssuers: takesSpecimens(session), today: now }
  const read = await engine.run('readDocument', image, options)
  if (!read.ok) return read
  // The company's staff can log in as whoever is in its test environment: a real document would be theirs to see.
  if (isTried(session) && read.reading.issuer !== TEST_ISSUER) return { ok: false, failure: 'document_type_not_supported' }
  const { page, others } = read
  const front = pictures.get('front' satisfies PictureKind)
  // A larger card has everything on the side with its zone.
  const other = front && read.reading.format === 'TD1' ? await engine.run('readFront', front, [read.reading, ...others], options) : null
  if (other && !other.ok) return other
  if (!other && others.length > 0) return { ok: false, failure: 'document_unreadable' }
  const reading = other?.reading ?? read.reading

  const evidence = { format: reading.format, page, front: other?.page ?? null }
  const asked = session.minAssurance
  const isFaceAsked = reaches(asked, 'person')
  const onPage = judgeAssurance({ ...evidence, hasFace: false }, isFaceAsked ? 'page' : asked)
  if (!onPage.ok) return onPage
  const portrait: Side = front && other ? { image: front, page: other.page } : { image, page }
  const refusal = isFaceAsked ? await judgeFace(engine, submitted, portrait) : null
  if (refusal) return refusal
  const verdict = judgeAssurance({ ...evidence, hasFace: isFaceAsked }, asked)
  if (!verdict.ok) return verdict
  const { assurance } = verdict
  const names = other?.page.names ?? page.names
  return { ok: true, reading, names, assurance, checks: checksAt(assurance, reading), engineVersion: ENGINE_VERSION }
}

/** @returns why the face is not the one in the portrait; null when it is */
async function judgeFace(engine: Engine, { session, pictures }: Submitted, { image, page }: Side) {
  const { portraitArea, outline } = page
  if (!portraitArea) return { ok: false, failure: 'page_not_found' } as const
  const selfies = (['selfie', 'turned'] satisfies PictureKind[]).map((kind) => pictures.get(kind) as Uint8Array)
  const faces = await engine.run('compareFaces', { image, portraitArea, outline }, selfies, session.headTurn === 'right' ? 'right' : 'left')
  return faces.ok ? null : faces
}

/** From a page on, what is printed agrees with the zone: on one side or on both. */
const checksAt = (assurance: Assurance, { checks }: DocumentReading): Checks => ({
  ...checks,
  viz_consistency: reaches(assurance, 'page') ? 'pass' : checks.viz_consistency,
  face_match: reaches(assurance, 'person') ? 'pass' : 'not_requested',
})
