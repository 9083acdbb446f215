import type { Point } from '../image/homography'

/**
 * How far a letter is drawn otherwise, at five places each. Points between two places move by what lies between: straight
 * strokes stay straight.
 */
export type Bend = {
  /** Shares by which what lies left of the middle moves outwards, from the foot to the top. */
  left: readonly number[]
  right: readonly number[]
  /** Shares of a capital's height by which points move up, from the foot to the top. */
  heights: readonly number[]
  /** The same, from the left to the right. */
  arches: readonly number[]
  /** Share by which bows swell towards the corners, or shrink to a lozenge. */
  corners: number
}

export const flatBend: Bend = { left: [0, 0, 0, 0, 0], right: [0, 0, 0, 0, 0], heights: [0, 0, 0, 0, 0], arches: [0, 0, 0, 0, 0], corners: 0 }

/** @param capital the height of a capital in ems */
export function bendOutline(contours: readonly Point[][], capital: number, bend: Bend): Point[][] {
  const columns = contours.flatMap((contour) => contour.map(([x]) => x))
  const [leftmost, rightmost] = [Math.min(...columns), Math.max(...columns)]
  const [middle, half] = [(leftmost + rightmost) / 2, Math.max(1e-6, (rightmost - leftmost) / 2)]
  return contours.map((contour) =>
    contour.map(([x, y]) => {
      const [u, height] = [(x - middle) / half, -y / capital]
      const swell = 1 + bend.corners * 4 * u * u * (2 * height - 1) ** 2 * (u * u > 1 ? 0 : 1)
      const side = 1 + at(u < 0 ? bend.left : bend.right, height)
      const up = at(bend.heights, height) + at(bend.arches, (u + 1) / 2)
      const [bentHeight, bentU] = [0.5 + (height - 0.5) * swell + up, u * side * swell]
      return [middle + bentU * half, -bentHeight * capital] as const
    }),
  )
}

/** @param along 0–1, from the first value to the last */
function at(values: readonly number[], along: number): number {
  const place = Math.min(1, Math.max(0, along)) * (values.length - 1)
  const before = Math.min(values.length - 2, Math.floor(place))
  const [from, to] = [values[before] as number, values[before + 1] as number]
  return from + (to - from) * (place - before)
}
