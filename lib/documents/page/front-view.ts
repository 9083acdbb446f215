import type { Picture } from '../image/decode'
import { toGrey } from '../image/decode'
import type { Point } from '../types'
import { findText, type TextPiece } from './find-text'
import { layFlat, type View } from './view'

/** A card takes most of its picture: its millimetres are near enough a hundredth of the longer side. */
const LONG_SIDE_MM = 100
const SCALE = 8
/** Lines of so many letters tell which way text runs. */
const LINE = 4

export type FrontView = View & { pieces: TextPiece[]; turn: number }

/** The picture turned so that text runs across it, without knowing yet whether it stands on its head. */
export function straightFront(picture: Picture): FrontView {
  const [plain, turned] = [viewAt(picture, 0), viewAt(picture, 90)]
  const best = linedLetters(turned.pieces) > 1.2 * linedLetters(plain.pieces) ? turned : plain
  const slope = medianSlope(best.pieces)
  return Math.abs(slope) < 0.012 ? best : viewAt(picture, best.turn + (Math.atan(slope) * 180) / Math.PI)
}

export const onItsHead = (picture: Picture, { turn }: FrontView) => viewAt(picture, turn + 180)

/** @param turn degrees clockwise that what is upright in the view is turned in the picture */
function viewAt(picture: Picture, turn: number): FrontView {
  const { width, height } = picture
  const unit = Math.max(width, height) / LONG_SIDE_MM
  const isAcross = Math.round(turn / 90) % 2 !== 0
  const [across, down] = isAcross ? [height / unit, width / unit] : [width / unit, height / unit]
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const toImage = (x: number, y: number): Point => {
    const [u, v] = [(x - across / 2) * unit, (y - down / 2) * unit]
    return [width / 2 + u * cos - v * sin, height / 2 + u * sin + v * cos]
  }
  const view = layFlat(toGrey(picture, 'strongest'), { left: 0, top: 0, right: across, bottom: down }, SCALE, toImage)
  return { ...view, pieces: findText(view), turn }
}

const linedLetters = (pieces: readonly TextPiece[]) =>
  pieces.reduce((sum, { letters, right, left, bottom, top }) => {
    return letters >= LINE && right - left > 2 * (bottom - top) ? sum + letters : sum
  }, 0)

function medianSlope(pieces: readonly TextPiece[]): number {
  const slopes = pieces.filter(({ letters }) => letters >= LINE).map(({ slope }) => slope)
  return slopes.sort((one, other) => one - other)[Math.floor(slopes.length / 2)] ?? 0
}
