import type { DocumentFormat } from '../types'
import type { Rectangle, View } from './view'

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

/** Millimetres of a square of the portrait, and how much lighter its lightest pixel is than its darkest where there is something to see. */
const SQUARE = 4
const CONTRAST = 0.22
const LEAST_SHARE = 0.18

/** Paper, even with security print or a shadow on it, is no portrait. */
export function hasPortrait({ image, scale, area }: View, { left, top, right, bottom }: Rectangle): boolean {
  const columns = Math.floor((right - left) / SQUARE)
  const rows = Math.floor((Math.min(bottom, area.bottom) - top) / SQUARE)
  let seen = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [Math.round((left + column * SQUARE - area.left) * scale), Math.round((top + row * SQUARE - area.top) * scale)]
      if (contrastOf(image, x, y, Math.round(SQUARE * scale)) > CONTRAST) seen++
    }
  }
  return seen >= LEAST_SHARE * rows * columns
}

/** Between the lightest and the darkest tenth of a square's pixels, beside white. */
function contrastOf({ data, width, height }: View['image'], left: number, top: number, side: number) {
  const values: number[] = []
  for (let y = Math.max(0, top); y < Math.min(height, top + side); y += 2) {
    for (let x = Math.max(0, left); x < Math.min(width, left + side); x += 2) values.push(data[y * width + x] as number)
  }
  values.sort((one, other) => one - other)
  const at = (share: number) => values[Math.floor(values.length * share)] ?? 0
  return (at(0.9) - at(0.1)) / Math.max(60, at(0.9))
}
