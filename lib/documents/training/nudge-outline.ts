import type { Point } from '../image/homography'
import { gaussian, type Random } from '../specimen/random'

/** Of the net whose knots are moved, over a letter's own box. */
const [COLUMNS, ROWS] = [4, 5]

/** How far each knot of a net over a letter moves, in ems: row by row from the top. */
export type Nudges = Point[]

export const randomNudges = (random: Random, deviation: number): Nudges =>
  Array.from({ length: COLUMNS * ROWS }, () => [gaussian(random) * deviation, gaussian(random) * deviation] as const)

/** Moves every point by what the four knots around it move. */
export function nudgeOutline(contours: readonly Point[][], nudges: Nudges): Point[][] {
  const points = contours.flat()
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))]
  return contours.map((contour) =>
    contour.map(([x, y]) => {
      const across = ((x - left) / Math.max(1e-6, right - left)) * (COLUMNS - 1)
      const down = ((y - top) / Math.max(1e-6, bottom - top)) * (ROWS - 1)
      const moved = (axis: 0 | 1) => between(nudges, axis, across, down)
      return [x + moved(0), y + moved(1)] as const
    }),
  )
}

function between(nudges: Nudges, axis: 0 | 1, across: number, down: number): number {
  const [column, row] = [Math.min(COLUMNS - 2, Math.floor(across)), Math.min(ROWS - 2, Math.floor(down))]
  const [fx, fy] = [across - column, down - row]
  const knot = (dx: number, dy: number) => (nudges[(row + dy) * COLUMNS + column + dx] as Point)[axis]
  return (knot(0, 0) * (1 - fx) + knot(1, 0) * fx) * (1 - fy) + (knot(0, 1) * (1 - fx) + knot(1, 1) * fx) * fy
}
