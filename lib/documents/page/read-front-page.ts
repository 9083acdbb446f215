import { decodePicture, type Picture } from '../image/decode'
import type { MrzDocument } from '../mrz/parse'
import type { PageReport, Point, Quad } from '../types'
import { findOutline } from './find-outline'
import { type FrontView, frontViews } from './front-view'
import { PAGES } from './geometry'
import { judgeFront } from './judge-front'
import type { PageVerdict } from './judge-page'
import { FRONT_PORTRAIT, hasPortrait } from './portrait'
import { readTwice } from './read-twice'
import { reportPage } from './report-page'
import type { Rectangle } from './view'

const LONG_SIDE = 1600

type FrontPage = { ok: true; page: PageReport } | { ok: false; failure: 'page_not_found' | 'sides_do_not_match' | 'viz_mismatch' }

/** Reads a card's side without a zone, whichever way it lies, and compares it with the zone of the other. */
export async function readFrontPage(image: Uint8Array, originalLongSide: number, document: MrzDocument): Promise<FrontPage> {
  const picture = await decodePicture(image, LONG_SIDE)
  const { view, verdict } = await readUpright(picture, document)
  const failure = judgeFront(verdict)
  if (failure) return { ok: false, failure }
  const card = findOutline(view, around(verdict.places))
  const portrait = card && portraitOf(card)
  const toQuad = ({ left, top, right, bottom }: Rectangle): Quad => {
    const corner = (x: number, y: number): Point => {
      const [imageX, imageY] = view.toImage(x, y)
      return [(imageX * originalLongSide) / LONG_SIDE, (imageY * originalLongSide) / LONG_SIDE]
    }
    return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)]
  }
  const page = reportPage(verdict, {
    outline: card ? toQuad(card) : null,
    portraitArea: portrait ? toQuad(portrait) : null,
    isFront: true,
    isBlank: !portrait || !hasPortrait(view, portrait),
  })
  return { ok: true, page }
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

/** The portrait's place on a card that takes this rectangle of the view. */
function portraitOf({ left, top, right, bottom }: Rectangle): Rectangle {
  const { width, height } = PAGES.TD1
  const [x, y] = [(right - left) / width, (bottom - top) / height]
  return {
    left: left + FRONT_PORTRAIT.left * x,
    right: left + FRONT_PORTRAIT.right * x,
    top: top + FRONT_PORTRAIT.top * y,
    bottom: top + FRONT_PORTRAIT.bottom * y,
  }
}
