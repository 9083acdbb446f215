import type { Point } from '../image/homography'
import { type Edges, edgesOf, type Line, linesBeside, strengthBetween } from './find-edges'
import type { Rectangle, View } from './view'

/** Corners of a card in the millimetres of a view: top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point]

/** Width by height, and how much of it a card may lose or win where it is seen aslant. @see ICAO 9303-5 §2 */
const SHAPE = 85.6 / 54
const SLACK = 0.09
/** Opposite sides of a card that leans away differ by no more than this. */
const UNEQUAL = 1.22
/** Millimetres that a card is at least wide in a view a hundred wide. */
const NARROWEST = 40
/** Grey levels that an edge stands out by on average; the border of the picture counts as one that just does. */
const FAINTEST = 5
/** Above this an edge is simply clear. */
const CLEAR = 40

/**
 * The edges of a card in a view that lies straight, seen from the front or a little aslant: the four lines of a card's
 * shape that stand out most.
 * @param within what must lie inside
 * @returns undefined when no such shape can be seen
 */
export function findOutline({ image, scale, area }: View, within: Rectangle): Corners | undefined {
  const edges = edgesOf(image)
  const perPixel = edges.step / scale
  const inside = {
    left: (within.left - area.left) / perPixel,
    right: (within.right - area.left) / perPixel,
    top: (within.top - area.top) / perPixel,
    bottom: (within.bottom - area.top) / perPixel,
  }
  const [lefts, rights] = linesBeside(edges.upright, [inside.left, inside.right], [inside.top, inside.bottom])
  const [tops, bottoms] = linesBeside(edges.level, [inside.top, inside.bottom], [inside.left, inside.right])
  let best: { corners: Corners; strength: number } | undefined
  for (const left of lefts) {
    for (const right of rights) {
      for (const top of tops) {
        for (const bottom of bottoms) {
          const corners = [crossing(left, top), crossing(right, top), crossing(right, bottom), crossing(left, bottom)] as const
          if (!isCardShaped(corners, NARROWEST / perPixel)) continue
          const strength = strengthOf(edges, corners)
          if (strength > (best?.strength ?? 0)) best = { corners, strength }
        }
      }
    }
  }
  return best?.corners.map(([x, y]) => [area.left + x * perPixel, area.top + y * perPixel] as const) as Corners | undefined
}

/** Of an upright line `x = at + slope y` and a level one `y = at + slope x`. */
function crossing(upright: Line, level: Line): Point {
  const x = (upright.at + upright.slope * level.at) / (1 - upright.slope * level.slope)
  return [x, level.at + level.slope * x]
}

function isCardShaped([topLeft, topRight, bottomRight, bottomLeft]: Corners, narrowest: number) {
  const [upper, lower] = [topRight[0] - topLeft[0], bottomRight[0] - bottomLeft[0]]
  const [left, right] = [bottomLeft[1] - topLeft[1], bottomRight[1] - topRight[1]]
  const [width, height] = [(upper + lower) / 2, (left + right) / 2]
  if (Math.min(upper, lower) < narrowest || Math.min(left, right) <= 0) return false
  const ratio = (one: number, other: number) => Math.max(one / other, other / one)
  return ratio(upper, lower) < UNEQUAL && ratio(left, right) < UNEQUAL && Math.abs(width / height / SHAPE - 1) < SLACK
}

/** Nothing where a side cannot be seen. */
function strengthOf({ upright, level }: Edges, [topLeft, topRight, bottomRight, bottomLeft]: Corners): number {
  const flipped = ([x, y]: Point): Point => [y, x]
  const sides = [
    strengthBetween(upright, topLeft, bottomLeft),
    strengthBetween(upright, topRight, bottomRight),
    strengthBetween(level, flipped(topLeft), flipped(topRight)),
    strengthBetween(level, flipped(bottomLeft), flipped(bottomRight)),
  ].map((strength) => strength ?? FAINTEST)
  const weakest = Math.min(...sides)
  return weakest < FAINTEST ? 0 : weakest + sides.reduce((sum, side) => sum + Math.min(side, CLEAR), 0) / 8
}
