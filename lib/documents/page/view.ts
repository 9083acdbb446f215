import { brightnessAt, type GreyImage } from '../image/grey'
import type { Point } from '../types'

/** Left, top, right and bottom in millimetres of a page, or in whatever unit a view is laid out. */
export type Rectangle = { left: number; top: number; right: number; bottom: number }

/** A part of a picture laid flat and upright. */
export type View = {
  /** Pixels to the millimetre. */
  scale: number
  /** What was laid flat; the view's first pixel is its left top. */
  area: Rectangle
  image: GreyImage
  /** From the page to the picture the view was taken from. */
  toImage: (x: number, y: number) => Point
}

/** Millimetres between points whose place is worked out; between them a page is flat enough. */
const MESH = 6

/** @param toImage from millimetres of the page to pixels of `source` */
export function layFlat(source: GreyImage, area: Rectangle, scale: number, toImage: View['toImage']): View {
  return { scale, area, toImage, image: samplePatch(source, area, scale, toImage) }
}

/** Upright pixels of a part of the page, `scale` to the millimetre, and `squeeze` times as many across. */
export function samplePatch(
  source: GreyImage,
  { left, top, right, bottom }: Rectangle,
  scale: number,
  toImage: View['toImage'],
  squeeze = 1,
): GreyImage {
  const [width, height] = [Math.max(1, Math.round((right - left) * scale * squeeze)), Math.max(1, Math.round((bottom - top) * scale))]
  const [across, down] = [Math.max(1, Math.ceil((right - left) / MESH)), Math.max(1, Math.ceil((bottom - top) / MESH))]
  const node = (column: number, row: number) => toImage(left + ((right - left) * column) / across, top + ((bottom - top) * row) / down)
  const nodes = Array.from({ length: down + 1 }, (_, row) => Array.from({ length: across + 1 }, (_, column) => node(column, row)))
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const v = ((y + 0.5) / height) * down
    const row = Math.min(down - 1, Math.floor(v))
    const [upper, lower] = [nodes[row] as Point[], nodes[row + 1] as Point[]]
    for (let column = 0; column < across; column++) {
      const [start, end] = [Math.ceil((column / across) * width), Math.ceil(((column + 1) / across) * width)]
      const from = between(upper[column] as Point, lower[column] as Point, v - row)
      const to = between(upper[column + 1] as Point, lower[column + 1] as Point, v - row)
      for (let x = start; x < end; x++) {
        const u = ((x + 0.5) / width) * across - column
        data[y * width + x] = brightnessAt(source, from[0] + (to[0] - from[0]) * u - 0.5, from[1] + (to[1] - from[1]) * u - 0.5)
      }
    }
  }
  return { data, width, height }
}

const between = (one: Point, other: Point, share: number): Point => [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share]
