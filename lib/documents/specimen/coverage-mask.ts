import type { Point } from '../image/homography'

/**
 * How much of each pixel a shape covers, exactly: every edge adds its signed area to the pixels it crosses, and a running
 * sum over each row turns the edges into areas.
 */
export class CoverageMask {
  readonly #sums: Float32Array

  private constructor(
    readonly left: number,
    readonly top: number,
    readonly width: number,
    readonly height: number,
  ) {
    // Two columns more: an edge on the right border spills over.
    this.#sums = new Float32Array((width + 2) * height)
  }

  /** @returns undefined when nothing of the shape lies within `canvasWidth` by `canvasHeight` */
  static of(contours: readonly Point[][], canvasWidth: number, canvasHeight: number): CoverageMask | undefined {
    let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const contour of contours) {
      for (const [x, y] of contour) {
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
    }
    left = Math.max(0, Math.floor(left))
    top = Math.max(0, Math.floor(top))
    right = Math.min(canvasWidth, Math.ceil(right))
    bottom = Math.min(canvasHeight, Math.ceil(bottom))
    if (!(right > left && bottom > top)) return undefined
    const mask = new CoverageMask(left, top, right - left, bottom - top)
    for (const contour of contours) mask.#addContour(contour)
    return mask
  }

  /** Coverage of the pixels of a row, 0–1. */
  row(y: number): Float32Array {
    const stride = this.width + 2
    const coverage = new Float32Array(this.width)
    let sum = 0
    for (let x = 0; x < this.width; x++) {
      sum += this.#sums[y * stride + x] as number
      coverage[x] = Math.min(1, Math.abs(sum))
    }
    return coverage
  }

  #addContour(contour: readonly Point[]) {
    contour.forEach(([x, y], index) => {
      const [nextX, nextY] = contour[(index + 1) % contour.length] as Point
      if (y < nextY) this.#addEdge(x, y, nextX, nextY, 1)
      else if (y > nextY) this.#addEdge(nextX, nextY, x, y, -1)
    })
  }

  #addEdge(x0: number, y0: number, x1: number, y1: number, direction: 1 | -1) {
    const slope = (x1 - x0) / (y1 - y0)
    const first = Math.max(0, Math.floor(y0 - this.top))
    const last = Math.min(this.height - 1, Math.ceil(y1 - this.top) - 1)
    for (let row = first; row <= last; row++) {
      const from = Math.max(y0, this.top + row)
      const to = Math.min(y1, this.top + row + 1)
      if (to > from) this.#addSpan(row, x0 + (from - y0) * slope, x0 + (to - y0) * slope, (to - from) * direction)
    }
  }

  /** Spreads the height of an edge piece over the pixels between its ends; beyond the border it counts as on it. */
  #addSpan(row: number, fromX: number, toX: number, height: number) {
    const clamp = (x: number) => Math.min(this.width, Math.max(0, x - this.left))
    const [start, end] = fromX < toX ? [clamp(fromX), clamp(toX)] : [clamp(toX), clamp(fromX)]
    const base = row * (this.width + 2)
    let done = 0
    for (let pixel = Math.floor(start); pixel <= Math.floor(end); pixel++) {
      // Share of the height to the left of the pixel's right border, and the mean distance of that piece from it.
      const pieceStart = Math.max(start, pixel)
      const pieceEnd = Math.min(end, pixel + 1)
      const share = end > start ? (height * (pieceEnd - pieceStart)) / (end - start) : height - done
      const inPixel = share * (pixel + 1 - (pieceStart + pieceEnd) / 2)
      this.#sums[base + pixel] = (this.#sums[base + pixel] as number) + inPixel
      this.#sums[base + pixel + 1] = (this.#sums[base + pixel + 1] as number) + share - inPixel
      done += share
    }
  }
}
