import type { Point } from './homography'
import { solve } from './solve'

/**
 * From (column, row) numbers near 1 to a picture, for a sheet that is bent: rows are parallel curves. Without its curved
 * terms it is a homography. A bent sheet seen by a camera is exactly this while all its curvature lies along the rows; the
 * terms that mix columns with rows are for twists and for lenses.
 */
export type BentMap = { x: readonly number[]; y: readonly number[]; depth: readonly [alongRow: number, acrossRows: number] }

export type BentPair = { from: Point; to: Point }

/** 1, u and v make a plane; then curved terms of a row; then twists. */
const PLANE_TERMS = 3
const ROW_TERMS = 3
const TERMS = PLANE_TERMS + ROW_TERMS + 2

/** How strongly a term is held at zero: a flat sheet stays flat, and few points do not bend it. */
const RESTRAINT = [0, 0, 0, 0.004, 0.008, 0.02, 0.05, 0.1]
const DEPTH_RESTRAINT = 0.0002

function termsAt(u: number, v: number): number[] {
  const squared = u * u
  return [1, u, v, squared, squared * u, squared * squared, u * v, squared * v]
}

/**
 * Least squares over all pairs.
 * @param pairs coordinates near 1, and those of the picture around 0: sums stay well conditioned
 * @returns undefined when the points do not determine a map
 */
export function fitBentMap(pairs: readonly BentPair[], bent: boolean): BentMap | undefined {
  const used = bent ? TERMS : PLANE_TERMS
  const size = 2 * used + 2
  const normal = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const { from, to } of pairs) {
    const terms = termsAt(...from).slice(0, used)
    for (const axis of [0, 1] as const) addEquation(normal, terms, axis * used, [-from[0] * to[axis], -from[1] * to[axis]], to[axis])
  }
  for (let index = 0; index < 2 * used; index++) restrain(normal, index, RESTRAINT[index % used] as number)
  for (let index = 2 * used; index < size; index++) restrain(normal, index, DEPTH_RESTRAINT)
  const solution = solve(normal)
  if (!solution) return undefined
  return { x: solution.slice(0, used), y: solution.slice(used, 2 * used), depth: [solution[2 * used] as number, solution[2 * used + 1] as number] }
}

/** Only the numbers that can be other than zero: the terms of one axis and those of depth. */
function addEquation(normal: Float64Array[], terms: readonly number[], start: number, depth: readonly [number, number], right: number) {
  const size = normal.length
  const count = terms.length + 2
  const at = (index: number) => (index < terms.length ? start + index : size - 2 + index - terms.length)
  const value = (index: number) => (index < terms.length ? terms[index] : depth[index - terms.length]) as number
  for (let i = 0; i < count; i++) {
    const row = normal[at(i)] as Float64Array
    const factor = value(i)
    for (let j = 0; j < count; j++) row[at(j)] = (row[at(j)] as number) + factor * value(j)
    row[size] = (row[size] as number) + factor * right
  }
}

function restrain(normal: Float64Array[], index: number, by: number) {
  const row = normal[index] as Float64Array
  row[index] = (row[index] as number) + by
}

export function projectBent(map: BentMap, u: number, v: number): Point {
  return scaled(map, termsAt(u, v), u, v)
}

/**
 * Far from the rows: curves go on as tangents beyond `u` of ±`reach`, and twists are those of the nearest row, because
 * powers of what was measured in a narrow strip explode outside it.
 */
export function projectBeyond(map: BentMap, u: number, v: number, reach: number, rows: readonly [first: number, last: number]): Point {
  const edge = Math.min(reach, Math.max(-reach, u))
  const beyond = u - edge
  const near = Math.min(rows[1], Math.max(rows[0], v))
  const [squared, twisted] = [edge * edge, edge * near]
  const bends = [squared + 2 * edge * beyond, squared * edge + 3 * squared * beyond, squared * squared + 4 * squared * edge * beyond]
  return scaled(map, [1, u, v, ...bends, twisted + near * beyond, squared * near + 2 * twisted * beyond], u, v)
}

function scaled({ x, y, depth }: BentMap, terms: readonly number[], u: number, v: number): Point {
  const scale = 1 / (1 + depth[0] * u + depth[1] * v)
  return [dot(x, terms) * scale, dot(y, terms) * scale]
}

function dot(coefficients: readonly number[], terms: readonly number[]) {
  let sum = 0
  for (let index = 0; index < coefficients.length; index++) sum += (coefficients[index] as number) * (terms[index] as number)
  return sum
}
