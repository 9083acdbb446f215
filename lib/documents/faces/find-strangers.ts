import type { Picture } from '../image/decode'
import type { Point } from '../image/homography'
import { rectify } from '../image/rectify'
import type { Quad } from '../types'
import { describeFace } from './describe-face'
import { type FaceBox, findFaces } from './find-faces'
import { type Portrait, widened } from './find-portrait'
import { similarityOf } from './similarity-of'

/** Of the portrait's width: a narrower face is nobody's attempt to be looked at instead. */
const NOTICEABLE = 0.5
/** Pages repeat their portrait smaller than it is, often pale. @see ICAO 9303-4 §4, zone IV */
const GHOST = { width: 0.8, similarity: 0.6 }
/** How far geometry may be off, as a share of each side. */
const MARGIN = 0.05

/** Is there another face beside the document or on it that competes with its portrait? */
export async function hasStranger(picture: Picture, portrait: Portrait, area: Quad, outline: Quad | null): Promise<boolean> {
  const { picture: upright, turn } = turnedUpright(picture, area)
  const [portraitArea, page] = [widened(area, MARGIN).map(turn), outline && widened(outline, MARGIN).map(turn)]
  for (const box of await findFaces(upright, 'parts')) {
    if (box.width <= portrait.width * NOTICEABLE) break
    const middle: Point = [box.left + box.width / 2, box.top + box.height / 2]
    if (isInside(middle, portraitArea)) continue
    if (!(page && isInside(middle, page) && (await isGhost(upright, box, portrait)))) return true
  }
  return false
}

/** What cannot be recognised is no second person. */
async function isGhost(picture: Picture, box: FaceBox, { face, width }: Portrait): Promise<boolean> {
  if (box.width > width * GHOST.width) return false
  const repeated = await describeFace(picture, box)
  return !repeated || similarityOf(repeated, face) >= GHOST.similarity
}

/** Detectors know upright faces only: quarter turns bring the document near to it. */
function turnedUpright(picture: Picture, [topLeft, topRight]: Quad): { picture: Picture; turn: (point: Point) => Point } {
  const { width, height } = picture
  const angle = Math.atan2(topRight[1] - topLeft[1], topRight[0] - topLeft[0])
  const quarters = (Math.round(angle / (Math.PI / 2)) + 4) % 4
  if (quarters === 0) return { picture, turn: (point) => point }
  const corners: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const order = [0, 1, 2, 3].map((index) => corners[(index + quarters) % 4] as Point)
  const [newWidth, newHeight] = quarters % 2 === 1 ? [height, width] : [width, height]
  const turns: ((point: Point) => Point)[] = [
    ([x, y]) => [x, y],
    ([x, y]) => [y, width - x],
    ([x, y]) => [width - x, height - y],
    ([x, y]) => [height - y, x],
  ]
  return { picture: rectify(picture, order, newWidth, newHeight) ?? picture, turn: turns[quarters] as (point: Point) => Point }
}

/** Convex corners, in either direction. */
function isInside([x, y]: Point, corners: readonly Point[]): boolean {
  const sides = corners.map(([fromX, fromY], index) => {
    const [toX, toY] = corners[(index + 1) % corners.length] as Point
    return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}
