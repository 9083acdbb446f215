import { solve } from './solve'

export type Point = readonly [x: number, y: number]

/** A projective map of the plane, row by row, the last coefficient being 1. */
export type Homography = readonly number[]

export type Correspondence = { from: Point; to: Point }

/**
 * The map that comes nearest to all correspondences in the sense of least squares.
 * @param pairs four or more, no three of four on one line; coordinates near 1 keep the sums well conditioned
 * @returns undefined when the points do not determine a map
 */
export function fitHomography(pairs: readonly Correspondence[]): Homography | undefined {
  const normal = Array.from({ length: 8 }, () => new Float64Array(9))
  for (const { from, to } of pairs) {
    const [[u, v], [x, y]] = [from, to]
    addEquation(normal, [u, v, 1, 0, 0, 0, -u * x, -v * x, x])
    addEquation(normal, [0, 0, 0, u, v, 1, -u * y, -v * y, y])
  }
  return solve(normal)
}

export function project(map: Homography, x: number, y: number): [number, number] {
  const [a, b, c, d, e, f, g, h] = map as [number, number, number, number, number, number, number, number]
  const scale = 1 / (g * x + h * y + 1)
  return [(a * x + b * y + c) * scale, (d * x + e * y + f) * scale]
}

function addEquation(normal: Float64Array[], row: readonly number[]) {
  normal.forEach((sums, i) => {
    const factor = row[i] as number
    for (let j = 0; j < 9; j++) sums[j] = (sums[j] as number) + factor * (row[j] as number)
  })
}
