import { type Homography, type Point, project } from '../image/homography'
import type { Canvas, Colour } from './canvas'
import { type FaceName, glyph } from './glyphs'

export type TextStyle = {
  face: FaceName
  /** Height of the em. */
  size: number
  colour: Colour
  opacity?: number
  /** Distance from one character to the next; each keeps its own width when left out. */
  pitch?: number
  /** Changes the outline of each character. */
  vary?: (contours: readonly Point[][], advance: number, character: string) => readonly Point[][]
}

/** A sheet that stands somewhere in a photograph: shapes are given in its own millimetres. */
export class Surface {
  constructor(
    readonly canvas: Canvas,
    /** From millimetres on the sheet to pixels. */
    readonly view: Homography,
  ) {}

  fill(contours: readonly (readonly Point[])[], colour: Colour, opacity = 1) {
    const projected = contours.map((contour) => contour.map(([x, y]) => project(this.view, x, y)))
    this.canvas.fill(projected, colour, opacity)
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour, opacity = 1) {
    const corners: Point[] = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ]
    this.fill([corners], colour, opacity)
  }

  /** A line of constant width through the points. */
  stroke(points: readonly Point[], width: number, colour: Colour, opacity = 1) {
    const side = (offset: number) => points.map(([x, y]) => [x, y + offset] as const)
    this.fill([[...side(-width / 2), ...side(width / 2).reverse()]], colour, opacity)
  }

  /** @param y of the baseline */
  text(text: string, x: number, y: number, { face, size, colour, opacity, pitch, vary }: TextStyle) {
    let pen = x
    for (const character of text) {
      const { advance, contours } = glyph(face, character)
      const shift = pitch === undefined ? 0 : (pitch - advance * size) / 2
      const placed = (vary?.(contours, advance, character) ?? contours).map((contour) =>
        contour.map(([u, v]) => [pen + shift + u * size, y + v * size] as const),
      )
      this.fill(placed, colour, opacity)
      pen += pitch ?? advance * size
    }
  }
}
