import type { Point } from '../image/homography'
import { type FaceName, glyph } from '../specimen/glyphs'
import { between, oneOf, type Random } from '../specimen/random'
import { type VaryOutline, varyOutline } from './vary-outline'

/** Em of OCR-B whose characters are one apart. */
export const SIZE = 1 / 0.723

export type Drawing = {
  face: FaceName
  vary: VaryOutline
  /** In ems a pitch, where it is not the strip's own. */
  size?: number
  /** Share of the usual blur and shake when its strip is photographed; all of it without. */
  harm?: number
}

/** Who draws the letters of a strip: a typeface, and how its outlines are changed. */
export type Hand = (random: Random) => Drawing

/** OCR-B with round or square ends, each strip and each letter drawn otherwise. */
export const bentHand: Hand = (random) => ({ face: oneOf(random, ['OCRB', 'OCRBS'] as const), vary: varyOutline(random) })

/** The same typefaces as printers have them: less bold, less bent, and smaller beside their pitch, as a page looks that leans away; photographed with some care. */
export const soberHand: Hand = (random) => ({
  face: oneOf(random, ['OCRB', 'OCRBS'] as const),
  vary: varyOutline(random, { lightest: -0.022, boldest: 0.018, freest: 0.7 }),
  size: SIZE * between(random, 0.82, 1.06),
  harm: 0.65,
})

/** Letters of a hand that never saw OCR-B, set into its boxes: what is learned from the other must do for these. */
export const strangeHand: Hand = (random) => ({ face: oneOf(random, ['Sans', 'SansBold'] as const), vary: intoBox })

/** These look alike in other typefaces, or have no serifs there. */
export const STRANGE_CHARACTERS = 'ABCDEFGHKLMNPQRSTUVWXYZ23456789'

const intoBox: VaryOutline = (contours, advance, character) => {
  const own = glyph('OCRB', character)
  const [from, to] = [boxOf(contours), boxOf(own.contours)]
  const middle = advance / 2 - own.advance / 2
  const place = (value: number, axis: 0 | 1) =>
    to.least[axis] + ((value - from.least[axis]) * (to.most[axis] - to.least[axis])) / (from.most[axis] - from.least[axis])
  return contours.map((contour) => contour.map(([x, y]) => [place(x, 0) + middle, place(y, 1)] as const))
}

function boxOf(contours: readonly Point[][]): { least: Point; most: Point } {
  const points = contours.flat()
  const ends = (pick: (...values: number[]) => number): Point => [pick(...points.map(([x]) => x)), pick(...points.map(([, y]) => y))]
  return { least: ends(Math.min), most: ends(Math.max) }
}
