import type { GreyImage } from './grey'
import { type Box, inkComponents } from './ink-components'

/** Shares of the picture that one burnt-out spot takes: less is a highlight, more is white paper. */
const SIZE = { least: 0.0015, most: 0.12 }
const BURNT = 250
/** A reflection fills most of its box, as an ellipse does. */
const ROUND = 0.45
/** Share of the spot's rim beyond which light falls off little by little; the edge of white paper is sharp. */
const SOFT = 0.55
/** Grey values: how much darker a sharp edge is within the reach of the rim. */
const STEP = 45
const DIRECTIONS = 24

/** Burnt-out spots with soft rims: light that came back from a glossy page. White tables and sheets have sharp edges. */
export function findReflections(image: GreyImage): Box[] {
  const { data, width, height } = image
  // Bright spots are dark ones of the negative.
  const negative = {
    data: withoutLines(
      Uint8Array.from(data, (value) => (value >= BURNT ? 0 : 200)),
      width,
    ),
    width,
    height,
  }
  const spots = inkComponents(negative, { window: Math.max(width, height), share: 0.9 })
  const size = width * height
  return spots.filter((spot) => spot.area > SIZE.least * size && spot.area < SIZE.most * size && isRound(spot) && softness(image, spot) > SOFT)
}

/** The bright edge of a page is a line of burnt pixels, which would tie a spot on it to the page's whole width. */
function withoutLines(negative: Uint8Array, width: number): Uint8Array {
  const thinned = (from: Uint8Array, step: number) =>
    from.map((value, at) => Math.max(value, from[at - step] ?? 0, from[at - 2 * step] ?? 0, from[at + step] ?? 0, from[at + 2 * step] ?? 0))
  return thinned(thinned(negative, 1), width)
}

const isRound = ({ left, right, top, bottom, area }: Box) => area > ROUND * (right - left + 1) * (bottom - top + 1)

/** Looks outwards from the middle in all directions: where the burnt part ends, is the next bit nearly as bright? */
function softness({ data, width, height }: GreyImage, { left, right, top, bottom }: Box): number {
  const [x0, y0] = [(left + right) / 2, (top + bottom) / 2]
  const reach = Math.max(3, Math.round(Math.max(width, height) / 250))
  let [soft, seen] = [0, 0]
  for (let index = 0; index < DIRECTIONS; index++) {
    const angle = (2 * Math.PI * index) / DIRECTIONS
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    const valueAt = (distance: number) => data[Math.round(y0 + dy * distance) * width + Math.round(x0 + dx * distance)] as number
    let distance = 0
    const inside = (at: number) => x0 + dx * at >= 0 && x0 + dx * at < width - 1 && y0 + dy * at >= 0 && y0 + dy * at < height - 1
    while (inside(distance) && valueAt(distance) >= BURNT) distance++
    if (!inside(distance + reach)) continue
    seen++
    if (valueAt(distance + reach) > BURNT - STEP) soft++
  }
  return seen < DIRECTIONS / 4 ? 0 : soft / seen
}
