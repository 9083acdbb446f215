import type { Picture } from '../image/decode'
import type { Point } from '../image/homography'
import { rectify } from '../image/rectify'
import type { Quad } from '../types'
import { describeFace, type Face } from './describe-face'
import { findFaces } from './find-faces'

/** Beside the area, as a share of its width and height: how far geometry may be off. */
const MARGIN = 0.12
const WIDTH = 480
/** A portrait's face takes about half of its width; much less is somebody in its background. */
const LEAST_SHARE = 0.25

export type Portrait = {
  face: Face
  /** Of the face, in pixels of the picture. */
  width: number
}

/** The face in a document's portrait, sought there and nowhere else. */
export async function findPortrait(picture: Picture, area: Quad): Promise<Portrait | undefined> {
  const [across, down] = [mean(distance(area[0], area[1]), distance(area[3], area[2])), mean(distance(area[0], area[3]), distance(area[1], area[2]))]
  if (!(across > 1 && down > 1)) return undefined
  const upright = rectify(picture, widened(area, MARGIN), WIDTH, Math.round((WIDTH * down) / across))
  const [box] = upright ? await findFaces(upright) : []
  if (!upright || !box || box.width < WIDTH * LEAST_SHARE) return undefined
  const face = await describeFace(upright, box)
  return face && { face, width: (box.width / WIDTH) * across * (1 + 2 * MARGIN) }
}

/** Every corner pushed away from the middle by a share of both sides. */
export function widened(quad: Quad, share: number): Quad {
  const middle: Point = [mean(...quad.map(([x]) => x)), mean(...quad.map(([, y]) => y))]
  return quad.map(([x, y]) => [x + (x - middle[0]) * 2 * share, y + (y - middle[1]) * 2 * share] as const) as unknown as Quad
}

const distance = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1])

const mean = (...values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
