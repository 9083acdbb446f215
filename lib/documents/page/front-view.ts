import { type Picture, toGrey } from '../image/decode'
import type { GreyImage } from '../image/grey'
import type { Point } from '../types'
import { findText, type TextPiece } from './find-text'
import { layFlat, type View } from './view'

/** A card takes most of its picture: its millimetres are near enough a hundredth of the longer side. */
const LONG_SIDE_MM = 100
const SCALE = 8
/** Share of the picture to either side of its middle, and the pieces of text without which all of it counts. */
const MIDDLE = 0.28
const FEWEST_PIECES = 6
/** Lines of so many letters tell which way text runs; with so many in lines it is clear. */
const LINE = 4
const CLEARLY_LINED = 60

export type FrontView = View & { pieces: TextPiece[]; turn: number }

/**
 * The picture turned so that text runs across it, the likeliest way first. Which end is up is not known yet, and what the
 * card lies on may have text of its own, so the other ways follow.
 */
export function* frontViews(picture: Picture): Generator<FrontView> {
  const image = toGrey(picture, 'strongest')
  const plain = viewAt(image, 0)
  if (linedLetters(plain) > CLEARLY_LINED) {
    yield* bothWays(image, plain)
    yield* bothWays(image, viewAt(image, 90))
    return
  }
  const turned = viewAt(image, 90)
  const isTurned = linedLetters(turned) > 1.2 * linedLetters(plain)
  for (const view of isTurned ? [turned, plain] : [plain, turned]) yield* bothWays(image, view)
}

function* bothWays(image: GreyImage, view: FrontView): Generator<FrontView> {
  const straight = straightened(image, view)
  yield straight
  yield viewAt(image, straight.turn + 180)
}

function straightened(image: GreyImage, view: FrontView): FrontView {
  const slope = medianSlope(inTheMiddle(view))
  return Math.abs(slope) < 0.012 ? view : viewAt(image, view.turn + (Math.atan(slope) * 180) / Math.PI)
}

/** @param turn degrees clockwise that what is upright in the view is turned in the picture */
function viewAt(image: GreyImage, turn: number): FrontView {
  const { width, height } = image
  const unit = Math.max(width, height) / LONG_SIDE_MM
  const isAcross = Math.round(turn / 90) % 2 !== 0
  const [across, down] = isAcross ? [height / unit, width / unit] : [width / unit, height / unit]
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const toImage = (x: number, y: number): Point => {
    const [u, v] = [(x - across / 2) * unit, (y - down / 2) * unit]
    return [width / 2 + u * cos - v * sin, height / 2 + u * sin + v * cos]
  }
  const view = layFlat(image, { left: 0, top: 0, right: across, bottom: down }, SCALE, toImage)
  return { ...view, pieces: findText(view), turn }
}

/** Where the card lies: text beside it says nothing about the card. */
function inTheMiddle({ pieces, area: { left, right, top, bottom } }: FrontView): TextPiece[] {
  const isWithin = (from: number, to: number, low: number, high: number) => Math.abs((low + high - from - to) / 2) < MIDDLE * (to - from)
  const middle = pieces.filter((piece) => isWithin(left, right, piece.left, piece.right) && isWithin(top, bottom, piece.top, piece.bottom))
  return middle.length < FEWEST_PIECES ? pieces : middle
}

const linedLetters = (view: FrontView) =>
  inTheMiddle(view).reduce((sum, { letters, right, left, bottom, top }) => {
    return letters >= LINE && right - left > 2 * (bottom - top) ? sum + letters : sum
  }, 0)

function medianSlope(pieces: readonly TextPiece[]): number {
  const slopes = pieces.filter(({ letters }) => letters >= LINE).map(({ slope }) => slope)
  return slopes.sort((one, other) => one - other)[Math.floor(slopes.length / 2)] ?? 0
}
