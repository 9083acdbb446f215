import { decodePicture, type Picture, toGrey } from '../image/decode'
import type { MrzDocument } from '../mrz/parse'
import type { MrzReading } from '../mrz/read-mrz'
import type { PageReport } from '../types'
import { findText } from './find-text'
import { PAGES, type PageGeometry, pageGeometry } from './geometry'
import type { PageVerdict } from './judge-page'
import { hasPortrait, PORTRAITS } from './portrait'
import { readTwice } from './read-twice'
import { reportPage, UNLOCATED } from './report-page'
import { layFlat, type Rectangle, type View } from './view'

const LONG_SIDE = 1600
/** Pixels to the millimetre in which text is sought. */
const SCALE = 8
/** Millimetres that the zone takes from the lower edge. @see ICAO 9303-4 §3, 9303-5 §3, 9303-6 §3 */
const ZONE = 16
/** Share of the page's width: a line of the zone is wider than any field. */
const WIDEST = 0.8

/** What a page says of the zone below it, and whether it has fields to the letter as a zone has them. */
export type PageReading = { page: PageReport; spells: PageVerdict['spells'] }

/**
 * Reads the page around a zone and compares it with the zone.
 * @param image as `inspectImage` returns it
 * @returns `contradicts` when the page is that of another document
 */
export async function readPage(image: Uint8Array, reading: MrzReading, document: MrzDocument): Promise<PageReading | 'contradicts'> {
  const geometry = pageGeometry(reading, document.format)
  if (!geometry) return { page: UNLOCATED, spells: () => false }
  const picture = isOf(reading.picture, LONG_SIDE) ? reading.picture : await decodePicture(image, LONG_SIDE)
  const { width, height } = PAGES[document.format]
  const view = layFlat(
    toGrey(picture, 'strongest'),
    { left: 0, top: 0, right: width, bottom: height - ZONE },
    SCALE,
    within(picture, reading, geometry),
  )
  const portrait = PORTRAITS[document.format]
  const pieces = findText(view).filter((piece) => piece.right - piece.left < WIDEST * width && !(portrait && isInside(piece, portrait)))
  const verdict = await readTwice(document, pieces, picture, view.toImage)
  if (verdict.viz === 'fail') return 'contradicts'
  const page = reportPage(verdict, {
    outline: geometry.outline,
    portraitArea: portrait && geometry.area(portrait.left, portrait.top, portrait.right, portrait.bottom),
    side: document.format === 'TD1' ? 'back' : 'page',
    isBlank: portrait !== null && !hasPortrait(picture, view.toImage, portrait),
  })
  return { page, spells: verdict.spells }
}

/** The zone was most likely read in a picture of the same size. */
const isOf = (picture: Picture | undefined, longSide: number): picture is Picture =>
  picture !== undefined && Math.max(picture.width, picture.height) === longSide

/** From the page to a picture that is smaller or larger than the one the zone was read in. */
function within(picture: Picture, { image, scale = 1 }: MrzReading, geometry: PageGeometry): View['toImage'] {
  const whole = image ? Math.max(image.width, image.height) * scale : LONG_SIDE
  const share = Math.max(picture.width, picture.height) / whole
  return (x, y) => {
    const [imageX, imageY] = geometry.toImage(x, y)
    return [imageX * share, imageY * share]
  }
}

/** What stands in the middle of the portrait is none of the page's text. */
const isInside = (piece: Rectangle, { left, top, right, bottom }: Rectangle) =>
  piece.left > left + 1 && piece.right < right - 3 && piece.top > top + 4 && piece.bottom < bottom - 4
