import type { Point } from '../image/homography'
import { CoverageMask } from './coverage-mask'

export type Colour = readonly [red: number, green: number, blue: number]

/** An RGB picture to draw filled shapes on. Pure arithmetic: the same pixels on every machine, without fonts or libraries. */
export class Canvas {
  readonly data: Uint8ClampedArray

  constructor(
    readonly width: number,
    readonly height: number,
    background: Colour,
  ) {
    this.data = new Uint8ClampedArray(width * height * 3)
    for (let at = 0; at < this.data.length; at += 3) this.data.set(background, at)
  }

  /** Fills what the contours enclose; holes run the other way round. */
  fill(contours: readonly Point[][], colour: Colour, opacity = 1) {
    const mask = CoverageMask.of(contours, this.width, this.height)
    if (!mask) return
    for (let y = 0; y < mask.height; y++) this.#blendRow(mask.row(y), mask.left, mask.top + y, colour, opacity)
  }

  /** Blends one pixel if it lies on the canvas. */
  blend(x: number, y: number, colour: Colour, opacity: number) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return
    const at = (y * this.width + x) * 3
    for (let channel = 0; channel < 3; channel++) {
      const below = this.data[at + channel] as number
      this.data[at + channel] = below + ((colour[channel] as number) - below) * opacity
    }
  }

  /** The colour at a point between pixels. */
  sample(x: number, y: number): Colour {
    const [left, top] = [Math.min(this.width - 2, Math.max(0, Math.floor(x - 0.5))), Math.min(this.height - 2, Math.max(0, Math.floor(y - 0.5)))]
    const [fx, fy] = [Math.min(1, Math.max(0, x - 0.5 - left)), Math.min(1, Math.max(0, y - 0.5 - top))]
    const at = (top * this.width + left) * 3
    const below = at + this.width * 3
    const mixed = (channel: number) => {
      const upper = (this.data[at + channel] as number) * (1 - fx) + (this.data[at + 3 + channel] as number) * fx
      const lower = (this.data[below + channel] as number) * (1 - fx) + (this.data[below + 3 + channel] as number) * fx
      return upper * (1 - fy) + lower * fy
    }
    return [mixed(0), mixed(1), mixed(2)]
  }

  /** A mask lies on the canvas: nothing is checked, pixel by pixel, in the loop that draws everything. */
  #blendRow(coverage: Float32Array, left: number, y: number, [red, green, blue]: Colour, opacity: number) {
    const { data } = this
    for (let x = 0, at = (y * this.width + left) * 3; x < coverage.length; x++, at += 3) {
      if ((coverage[x] as number) <= 0.002) continue
      const share = (coverage[x] as number) * opacity
      data[at] = (data[at] as number) + (red - (data[at] as number)) * share
      data[at + 1] = (data[at + 1] as number) + (green - (data[at + 1] as number)) * share
      data[at + 2] = (data[at + 2] as number) + (blue - (data[at + 2] as number)) * share
    }
  }
}
