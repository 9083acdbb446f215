import type { Point } from '../image/homography'
import { Canvas } from './canvas'

/** A sheet that is not flat, seen through a lens that is not perfect. */
export type Warp = {
  /** How far lines of print bulge, in shares of the sheet's width; below zero they sag. */
  bulge?: number
  /** Moves the summit of the bulge to one side, -1 to 1. */
  summit?: number
  /** How far the ridge of the bulge leans, in widths to one height. */
  lean?: number
  /** How far the corners of the picture move outwards, in shares of their distance from its middle. */
  lens?: number
}

/** @param sheet its middle in the picture, width in pixels and degrees clockwise */
export function warp(
  canvas: Canvas,
  { bulge = 0, summit = 0, lean = 0, lens = 0 }: Warp,
  sheet: { middle: Point; width: number; rotation: number },
): Canvas {
  if (bulge === 0 && lens === 0) return canvas
  const { width, height } = canvas
  const warped = new Canvas(width, height, [0, 0, 0])
  const [cos, sin] = [Math.cos((sheet.rotation * Math.PI) / 180), Math.sin((sheet.rotation * Math.PI) / 180)]
  const half = sheet.width / 2
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [lensX, lensY] = beforeLens(x + 0.5, y + 0.5)
      const [along, across] = [
        (lensX - sheet.middle[0]) * cos + (lensY - sheet.middle[1]) * sin,
        (lensY - sheet.middle[1]) * cos - (lensX - sheet.middle[0]) * sin,
      ]
      const u = along / half + (lean * across) / half
      const rise = bulge * sheet.width * (1 - u * u + summit * (u * u * u - u))
      // What rises comes nearer: the sheet looks a little wider there, and narrower where it falls away.
      const shift = bulge * half * 0.25 * (u * u * u - u)
      const [flatAlong, flatAcross] = [along + shift, across + rise]
      const colour = canvas.sample(sheet.middle[0] + flatAlong * cos - flatAcross * sin, sheet.middle[1] + flatAlong * sin + flatAcross * cos)
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++) warped.data[at + channel] = colour[channel] as number
    }
  }
  return warped

  function beforeLens(x: number, y: number): Point {
    const [dx, dy] = [x - width / 2, y - height / 2]
    const scale = 1 - (lens * (dx * dx + dy * dy) * 4) / (width * width + height * height)
    return [width / 2 + dx * scale, height / 2 + dy * scale]
  }
}
