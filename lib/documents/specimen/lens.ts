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
      const row = Math.min(height - 1, Math.max(0, y + dy)) * width
      addRow(sums, source, row, width, dx, weight)
    }
    data.set(sums, y * width * 3)
  }
}

function addRow(sums: Float32Array, source: Uint8ClampedArray, row: number, width: number, dx: number, weight: number) {
  for (let x = 0; x < width; x++) {
    const from = (row + Math.min(width - 1, Math.max(0, x + dx))) * 3
    const to = x * 3
    sums[to] = (sums[to] as number) + weight * (source[from] as number)
    sums[to + 1] = (sums[to + 1] as number) + weight * (source[from + 1] as number)
    sums[to + 2] = (sums[to + 2] as number) + weight * (source[from + 2] as number)
  }
}
