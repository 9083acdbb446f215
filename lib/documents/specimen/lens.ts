import type { Canvas } from './canvas'
import { seededRandom } from './random'

/** A brightness that falls from one side to the other, by `x` across and `y` down. */
export function shade(canvas: Canvas, { x: across, y: down }: { x: number; y: number }) {
  const { width, height, data } = canvas
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = 1 + across * (x / width - 0.5) + down * (y / height - 0.5) - (Math.abs(across) + Math.abs(down)) / 2
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++) data[at + channel] = (data[at + channel] as number) * light
    }
  }
}

export function addGlare(canvas: Canvas, glare: { x: number; y: number; radius: number; strength: number }) {
  const reach = Math.ceil(glare.radius * 2.5)
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const strength = Math.min(1, glare.strength * Math.exp(-(dx * dx + dy * dy) / (2 * (glare.radius / 1.6) ** 2)))
      canvas.blend(Math.round(glare.x) + dx, Math.round(glare.y) + dy, [255, 255, 255], strength)
    }
  }
}

/** Gaussian, first along rows, then along columns. */
export function blur(canvas: Canvas, sigma: number) {
  const reach = Math.ceil(sigma * 2.5)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) => Math.exp(-((index - reach) ** 2) / (2 * sigma * sigma)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const taps = weights.map((weight, index) => ({ offset: index - reach, weight: weight / total }))
  convolve(
    canvas,
    taps.map(({ offset, weight }) => ({ dx: offset, dy: 0, weight })),
  )
  convolve(
    canvas,
    taps.map(({ offset, weight }) => ({ dx: 0, dy: offset, weight })),
  )
}

/** Even movement along a line. */
export function smear(canvas: Canvas, { length, angle }: { length: number; angle: number }) {
  const steps = Math.max(2, Math.ceil(length) + 1)
  const taps = Array.from({ length: steps }, (_, index) => {
    const along = (index / (steps - 1) - 0.5) * length
    return { dx: Math.round(along * Math.cos(angle)), dy: Math.round(along * Math.sin(angle)), weight: 1 / steps }
  })
  convolve(canvas, taps)
}

export function addNoise(canvas: Canvas, deviation: number, seed: number) {
  const random = seededRandom(seed)
  const { data } = canvas
  // Three uniform numbers are near enough to a normal one; their deviation is one half.
  for (let at = 0; at < data.length; at++) data[at] = (data[at] as number) + (random() + random() + random() - 1.5) * 2 * deviation
}

type Tap = { dx: number; dy: number; weight: number }

/** Pixels beyond the border are those on it. */
function convolve(canvas: Canvas, taps: readonly Tap[]) {
  const { width, height, data } = canvas
  const source = Uint8ClampedArray.from(data)
  const sums = new Float32Array(width * 3)
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    for (const { dx, dy, weight } of taps) {
      const row = Math.min(height - 1, Math.max(0, y + dy)) * width * 3
      addRow(sums, source.subarray(row, row + width * 3), dx * 3, weight)
    }
    data.set(sums, y * width * 3)
  }
}

/** Adds a row moved by `shift` values; three values are a pixel. */
function addRow(sums: Float32Array, row: Uint8ClampedArray, shift: number, weight: number) {
  const start = Math.max(0, -shift)
  const end = Math.min(sums.length, sums.length - shift)
  for (let at = 0; at < start; at++) sums[at] = (sums[at] as number) + weight * (row[at % 3] as number)
  for (let at = start; at < end; at++) sums[at] = (sums[at] as number) + weight * (row[at + shift] as number)
  for (let at = end; at < sums.length; at++) sums[at] = (sums[at] as number) + weight * (row[row.length - 3 + (at % 3)] as number)
}
