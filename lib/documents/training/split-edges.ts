import type { Point } from '../image/homography'

/** The same outline with no edge longer than `most`, so that it can be bent everywhere. */
export function splitEdges(contours: readonly Point[][], most: number): Point[][] {
  return contours.map((contour) =>
    contour.flatMap(([x, y], index) => {
      const [nextX, nextY] = contour[(index + 1) % contour.length] as Point
      const pieces = Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / most))
      return Array.from({ length: pieces }, (_, piece) => [x + ((nextX - x) * piece) / pieces, y + ((nextY - y) * piece) / pieces] as const)
    }),
  )
}
