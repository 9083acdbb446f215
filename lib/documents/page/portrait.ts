import { type Picture, toGrey } from '../image/decode'
import type { DocumentFormat } from '../types'
import { type Rectangle, samplePatch, type View } from './view'

/**
 * Where the portrait stands on the side with the zone, in millimetres, with room for what issuers do differently. A card
 * has it on the other side. @see ICAO 9303-4 §3 (zone V), 9303-6 §3, 9303-5 §3
 */
export const PORTRAITS: Record<DocumentFormat, Rectangle | null> = {
  TD3: { left: 1.5, top: 7, right: 44, bottom: 69 },
  TD2: { left: 1.5, top: 6, right: 38, bottom: 57 },
  TD1: null,
}

/** On a card's front, from its top left. */
export const FRONT_PORTRAIT: Rectangle = { left: 1.5, top: 5, right: 34, bottom: 50 }

/** Pixels to the millimetre. */
const SCALE = 4
/** Millimetres of a square of the portrait, and how much lighter its lightest is than its darkest where there is something to see. */
const SQUARE = 4
const CONTRAST = 0.22
const LEAST_SHARE = 0.18

/**
 * Paper, even with security print or a shadow on it, is no portrait. Millimetres are compared, not pixels, in which the lines of a
 * print stand out; and by brightness, since fair hair and skin have as much red as paper.
 * @param toImage from the page to `picture`
 */
export function hasPortrait(picture: Picture, toImage: View['toImage'], place: Rectangle): boolean {
  const millimetres = meansOf(samplePatch(toGrey(picture, 'brightness'), place, SCALE, toImage))
  const [columns, rows] = [Math.floor(millimetres.width / SQUARE), Math.floor(millimetres.height / SQUARE)]
  let seen = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) if (contrastOf(millimetres, column * SQUARE, row * SQUARE) > CONTRAST) seen++
  }
  return seen >= LEAST_SHARE * rows * columns
}

type Means = { data: Float64Array; width: number; height: number }

/** The mean of each square millimetre. */
function meansOf({ data, width: across, height: down }: View['image']): Means {
  const [width, height] = [Math.floor(across / SCALE), Math.floor(down / SCALE)]
  const sums = new Float64Array(width * height)
  for (let y = 0; y < height * SCALE; y++) {
    for (let x = 0; x < width * SCALE; x++) {
      const at = Math.floor(y / SCALE) * width + Math.floor(x / SCALE)
      sums[at] = (sums[at] as number) + (data[y * across + x] as number) / SCALE ** 2
    }
  }
  return { data: sums, width, height }
}

/** Between the lightest and the darkest millimetre of a square, beside white. */
function contrastOf({ data, width }: Means, left: number, top: number) {
  const values = Array.from({ length: SQUARE * SQUARE }, (_, nth) => data[(top + Math.floor(nth / SQUARE)) * width + left + (nth % SQUARE)] as number)
  const lightest = Math.max(...values)
  return (lightest - Math.min(...values)) / Math.max(60, lightest)
}
