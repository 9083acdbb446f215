import { solve } from './solve'

/** A polynomial `y = c0 + c1 t + c2 t² …` with `t = (x - centre) / reach`: numbers near 1 keep sums well conditioned. */
export type Curve = { centre: number; reach: number; coefficients: readonly number[] }

export type CurvePoint = readonly [x: number, y: number]

export function heightAt({ centre, reach, coefficients }: Curve, x: number): number {
  const t = (x - centre) / reach
  return coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0)
}

export function slopeAt({ centre, reach, coefficients }: Curve, x: number): number {
  const t = (x - centre) / reach
  let slope = 0
  for (let power = coefficients.length - 1; power > 0; power--) slope = slope * t + power * (coefficients[power] as number)
  return slope / reach
}

/**
 * The polynomial nearest to the points in the sense of least squares.
 * @param points one at least
 * @param degree lowered where there are too few points for it
 */
export function fitCurve(points: readonly CurvePoint[], degree: number): Curve {
  const xs = points.map(([x]) => x)
  const [low, high] = [Math.min(...xs), Math.max(...xs)]
  const [centre, reach] = [(low + high) / 2, Math.max(1, (high - low) / 2)]
  const size = Math.min(degree, Math.floor(points.length / 4)) + 1
  const normal = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const [x, y] of points) {
    const powers = powersOf((x - centre) / reach, size)
    normal.forEach((row, i) => {
      for (let j = 0; j < size; j++) row[j] = (row[j] as number) + (powers[i] as number) * (powers[j] as number)
      row[size] = (row[size] as number) + (powers[i] as number) * y
    })
  }
  const mean = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  return { centre, reach, coefficients: solve(normal) ?? [mean] }
}

const powersOf = (t: number, size: number) => Array.from({ length: size }, (_, power) => t ** power)
