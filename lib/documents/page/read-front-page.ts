import { decodePicture, type Picture } from '../image/decode'
import { fitHomography, project } from '../image/homography'
import type { MrzDocument } from '../mrz/parse'
import type { PageReport, Point, Quad } from '../types'
import { type Corners, findOutline } from './find-outline'
import { type FrontView, frontViews } from './front-view'
import { PAGES } from './geometry'
import { judgeFront } from './judge-front'
import type { PageVerdict } from './judge-page'
import { FRONT_PORTRAIT, hasPortrait } from './portrait'
import { readTwice } from './read-twice'
import { reportPage } from './report-page'
import { settledBy } from './settled-by'
import type { Rectangle } from './view'

const LONG_SIDE = 1600

type FrontPage<Zone> =
  | { ok: true; reading: Zone; page: PageReport }
  | { ok: false; failure: 'page_not_found' | 'sides_do_not_match' | 'viz_mismatch' | 'document_unreadable' }

/**
 * Reads a card's side without a zone, whichever way it lies, and compares it with the zone of the other.
 * @param zones what that zone may say, the likeliest first
 */
export async function readFrontPage<Zone extends MrzDocument>(
  image: Uint8Array,
  originalLongSide: number,
  zones: readonly [Zone, ...Zone[]],
): Promise<FrontPage<Zone>> {
  const picture = await decodePicture(image, LONG_SIDE)
  const [likeliest] = zones
  const { view, verdict: first } = await readUpright(picture, likeliest)
  const failure = judgeFront(first)
  // What is doubtful itself contradicts nothing.
  if (failure) return { ok: false, failure: failure === 'viz_mismatch' && zones.length > 1 ? 'document_unreadable' : failure }
  const reading = zones.length === 1 ? likeliest : settledBy(first.spells, zones)
  if (!reading) return { ok: false, failure: 'document_unreadable' }
  const verdict = reading === likeliest ? first : await readTwice(reading, view.pieces, picture, view.toImage)
  const card = findOutline(view, around(verdict.places))
  const portrait = card && portraitOf(card)
  const inOriginal = ([x, y]: Point): Point => {
    const [imageX, imageY] = view.toImage(x, y)
    return [(imageX * originalLongSide) / LONG_SIDE, (imageY * originalLongSide) / LONG_SIDE]
  }
  const toQuad = (corners: Corners) => corners.map(inOriginal) as unknown as Quad
  const page = reportPage(verdict, {
    outline: card ? toQuad(card) : null,
    portraitArea: portrait ? toQuad(portrait) : null,
    side: 'front',
    isBlank: !portrait || !hasPortrait(picture, view.toImage, around(portrait.map(([x, y]) => ({ left: x, right: x, top: y, bottom: y })))),
  })
  return { ok: true, reading, page }
}

/** A side with so many captions was read the right way round, whatever it says. */
const ENOUGH_CAPTIONS = 3

type Upright = { view: FrontView; verdict: PageVerdict }

/** The first way to look at it that shows a front of the document, or else the one with most captions. */
async function readUpright(picture: Picture, document: MrzDocument): Promise<Upright> {
  const seen: Upright[] = []
  for (const view of frontViews(picture)) {
    const verdict = await readTwice(document, view.pieces, picture, view.toImage)
    if (judgeFront(verdict) === null || verdict.captions >= ENOUGH_CAPTIONS) return { view, verdict }
    seen.push({ view, verdict })
  }
  return seen.reduce((best, other) => (other.verdict.captions > best.verdict.captions ? other : best))
}

function around(places: readonly Rectangle[]): Rectangle {
  return {
    left: Math.min(...places.map(({ left }) => left)),
    top: Math.min(...places.map(({ top }) => top)),
    right: Math.max(...places.map(({ right }) => right)),
    bottom: Math.max(...places.map(({ bottom }) => bottom)),
  }
}

/** The portrait's place on a card whose corners are these. */
function portraitOf(card: Corners): Corners | undefined {
  const { width, height } = PAGES.TD1
  const map = fitHomography(cornersOf({ left: 0, top: 0, right: 1, bottom: 1 }).map((from, index) => ({ from, to: card[index] as Point })))
  if (!map) return undefined
  const { left, top, right, bottom } = FRONT_PORTRAIT
  return cornersOf({ left: left / width, top: top / height, right: right / width, bottom: bottom / height }).map(([x, y]) =>
    project(map, x, y),
  ) as unknown as Corners
}

const cornersOf = ({ left, top, right, bottom }: Rectangle): Corners => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]
