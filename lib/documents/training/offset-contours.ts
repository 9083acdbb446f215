import type { Point } from '../image/homography'

/** Makes strokes bolder or lighter: moves every edge outwards. @param by ems, inwards when negative */
export function offsetContours(contours: readonly Point[][], by: number): Point[][] {
  if (by === 0) return contours.map((contour) => [...contour])
  const sign = turning(contours)
  return contours.map((contour) => offset(contour, by * sign))
}

/** 1 or -1: to which side of its outline a glyph's ink lies. */
function turning(contours: readonly Point[][]): number {
  return contours.reduce((sum, contour) => sum + areaOf(contour), 0) > 0 ? 1 : -1
}

/** Twice the signed area. @see Gauss, shoelace formula */
function areaOf(contour: readonly Point[]): number {
  return contour.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = contour[(index + 1) % contour.length] as Point
    return sum + x * nextY - nextX * y
  }, 0)
}

/** Moves every point along the bisector of its edges. */
function offset(contour: readonly Point[], by: number): Point[] {
  const points = contour.filter(([x, y], index) => {
    const [lastX, lastY] = contour[(index + contour.length - 1) % contour.length] as Point
    return Math.hypot(x - lastX, y - lastY) > 1e-4
  })
  return points.map(([x, y], index) => {
    const before = normalOf(points[(index + points.length - 1) % points.length] as Point, [x, y])
    const after = normalOf([x, y], points[(index + 1) % points.length] as Point)
    const [nx, ny] = [before[0] + after[0], before[1] + after[1]]
    // Sharp corners would fly away: not further than one and a half times.
    const scale = by / Math.max(0.67, (nx * nx + ny * ny) / 2)
    return [x + nx * scale, y + ny * scale] as const
  })
}

function normalOf([x0, y0]: Point, [x1, y1]: Point): Point {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1
  return [(y1 - y0) / length, -(x1 - x0) / length]
}
