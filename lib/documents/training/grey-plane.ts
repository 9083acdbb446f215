import type { Canvas } from '../specimen/canvas'
import { gaussian, type Random } from '../specimen/random'

/** Of a picture without colours: a third of the work. Row by row, 0–255. */
export type Plane = { data: Float32Array; width: number; height: number }

export const planeOf = ({ data, width, height }: Canvas): Plane => ({
  data: Float32Array.from({ length: width * height }, (_, pixel) => data[pixel * 3] as number),
  width,
  height,
})

/** @param exposure share of the light */
export const dimPlane = ({ data, width, height }: Plane, exposure: number): Plane => ({
  data: data.map((value) => value * exposure),
  width,
  height,
})

type Tap = readonly [dx: number, dy: number, weight: number]

/** Gaussian, first along rows, then along columns. */
export function blurPlane(plane: Plane, sigma: number): Plane {
  const reach = Math.ceil(sigma * 2.5)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) => Math.exp(-((index - reach) ** 2) / (2 * sigma * sigma)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const along = weights.map((weight, index) => [index - reach, weight / total] as const)
  const rows = convolved(
    plane,
    along.map(([offset, weight]) => [offset, 0, weight]),
  )
  return convolved(
    rows,
    along.map(([offset, weight]) => [0, offset, weight]),
  )
}

/** Even movement along a line. */
export function smearPlane(plane: Plane, { length, angle }: { length: number; angle: number }): Plane {
  const steps = Math.max(2, Math.ceil(length) + 1)
  const taps = Array.from({ length: steps }, (_, index): Tap => {
    const along = (index / (steps - 1) - 0.5) * length
    return [Math.round(along * Math.cos(angle)), Math.round(along * Math.sin(angle)), 1 / steps]
  })
  return convolved(plane, taps)
}

export function toBytes({ data }: Plane, noise: number, random: Random): Buffer {
  const grain = Float32Array.from({ length: 4099 }, () => gaussian(random) * noise)
  return Buffer.from(Uint8ClampedArray.from(data, (value, pixel) => value + (grain[(pixel * 7 + (pixel >> 9) * 131) % grain.length] as number)))
}

/** Pixels beyond the border are those on it. */
function convolved({ data, width, height }: Plane, taps: readonly Tap[]): Plane {
  const result = new Float32Array(data.length)
  for (const [dx, dy, weight] of taps) {
    for (let y = 0; y < height; y++) {
      const [from, to] = [Math.min(height - 1, Math.max(0, y + dy)) * width, y * width]
      for (let x = 0; x < width; x++) {
        const source = x + dx
        const pixel = source < 0 ? 0 : source >= width ? width - 1 : source
        result[to + x] = (result[to + x] as number) + weight * (data[from + pixel] as number)
      }
    }
  }
  return { data: result, width, height }
}
