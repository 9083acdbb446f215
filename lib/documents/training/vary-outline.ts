import type { Point } from '../image/homography'
import { between, type Random } from '../specimen/random'

/** Contours in ems, as in a `Glyph`. */
export type VaryOutline = (contours: readonly Point[][], advance: number) => Point[][]

/** Em of a capital's height. */
const CAPITAL = 0.75

/**
 * Another cut of the same typeface: bolder or lighter, wider or narrower, with the waist of its letters higher or lower,
 * their bows rounder or flatter. The same for every letter of a strip, as in a typeface.
 */
export function varyOutline(random: Random): VaryOutline {
  const weight = random() < 0.25 ? 0 : between(random, -0.022, 0.034)
  const [wider, taller] = [between(random, 0.72, 1.1), between(random, 0.94, 1.06)]
  const [waist, round, lean] = [between(random, -0.05, 0.05), between(random, -0.035, 0.035), random() < 0.2 ? between(random, -0.08, 0.08) : 0]
  return (contours, advance) => {
    const grown = weight === 0 ? contours : contours.map((contour) => offset(contour, weight * turning(contours)))
    return grown.map((contour) =>
      contour.map(([x, y]) => {
        const height = Math.min(1.2, Math.max(-0.4, -y / CAPITAL))
        const u = (x - advance / 2) / (advance / 2)
        const narrowed = u * wider * (1 + round * Math.cos(Math.PI * (height * 2 - 1)))
        const moved = y * taller - waist * CAPITAL * Math.sin(Math.PI * Math.min(1, Math.max(0, height)))
        return [advance / 2 + (narrowed * advance) / 2 - lean * (y + CAPITAL / 2), moved] as const
      }),
    )
  }
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
