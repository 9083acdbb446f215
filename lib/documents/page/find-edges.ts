import type { GreyImage } from '../image/grey'
import type { Point } from '../image/homography'

/**
 * How far the pixels on both sides of a place differ, along one direction. `across` counts in that direction, `along` at
 * right angles to it, so that both directions are looked at in the same way.
 */
type EdgeMap = { across: number; along: number; at(across: number, along: number): number }

/** `upright` has edges between left and right, `level` those between above and below; a place is `step` pixels wide. */
export type Edges = { upright: EdgeMap; level: EdgeMap; step: number }

/** A line at `at` where it begins, moving by `slope` for each step along. */
export type Line = { at: number; slope: number }

const STEP = 2
/** Slopes of a card's sides in a view that lies straight, both ways. */
const [STEEPEST, SLOPES] = [0.1, 10]
const MOST_LINES = 10
/** Places by which two lines must differ somewhere in the picture to be two. */
const APART = 4
/** How far beyond what lies inside a side is first looked for, as a share of that. */
const BEYOND = 0.25
/** Share of a side that its round corners take at each end, and how many places of the rest are looked at. */
const [CORNER, PLACES] = [0.08, 48]

/** At half of the picture's size: what is finer is no card's edge. */
export function edgesOf(image: GreyImage): Edges {
  const { data, width, height } = halved(image)
  const [upright, level] = [new Uint8Array(width * height), new Uint8Array(width * height)]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      upright[at] = Math.abs((data[at - 1] as number) - (data[at + 1] as number))
      level[at] = Math.abs((data[at - width] as number) - (data[at + width] as number))
    }
  }
  // A line between two pixels counts in either.
  const nearby = (map: Uint8Array, by: number) => map.map((value, at) => Math.max(value, map[at - by] ?? 0, map[at + by] ?? 0))
  const [wideUpright, wideLevel] = [nearby(upright, 1), nearby(level, width)]
  return {
    upright: { across: width, along: height, at: (x, y) => wideUpright[y * width + x] as number },
    level: { across: height, along: width, at: (y, x) => wideLevel[y * width + x] as number },
    step: STEP,
  }
}

function halved({ data, width, height }: GreyImage): GreyImage {
  const [newWidth, newHeight] = [Math.floor(width / STEP), Math.floor(height / STEP)]
  const smaller = new Uint8Array(newWidth * newHeight)
  for (let y = 0; y < newHeight; y++) {
    for (let x = 0; x < newWidth; x++) {
      const at = y * STEP * width + x * STEP
      smaller[y * newWidth + x] =
        ((data[at] as number) + (data[at + 1] as number) + (data[at + width] as number) + (data[at + width + 1] as number)) >> 2
    }
  }
  return { data: smaller, width: newWidth, height: newHeight }
}

/**
 * The lines that stand out most on both sides of what lies inside, the picture's own border among them.
 * @param inside across, from and to
 * @param span along, from and to
 */
export function linesBeside(map: EdgeMap, inside: readonly [number, number], span: readonly [number, number]): [before: Line[], behind: Line[]] {
  const [from, to] = [span[0] - BEYOND * (span[1] - span[0]), span[1] + BEYOND * (span[1] - span[0])]
  const seen = (low: number, high: number, border: number) => {
    const lines: (Line & { strength: number })[] = []
    for (let middle = Math.max(1, Math.ceil(low)); middle < Math.min(map.across - 1, high); middle++) {
      for (let turn = -SLOPES; turn <= SLOPES; turn++) {
        const slope = (STEEPEST * turn) / SLOPES
        const line = { at: middle - (slope * (from + to)) / 2, slope }
        const strength = meanAlong(map, line, from, to)
        if (strength !== undefined) lines.push({ ...line, strength })
      }
    }
    lines.sort((one, other) => other.strength - one.strength)
    const chosen: Line[] = []
    for (const line of lines) {
      if (chosen.length >= MOST_LINES) break
      if (!chosen.some((other) => areOne(line, other, map.along))) chosen.push(line)
    }
    return [...chosen, { at: border, slope: 0 }]
  }
  return [seen(0, inside[0], 0), seen(inside[1], map.across, map.across - 1)]
}

const areOne = (one: Line, other: Line, along: number) =>
  Math.abs(one.at - other.at) < APART && Math.abs(one.at + one.slope * along - other.at - other.slope * along) < APART

/** Undefined where the line runs along the border of the picture: nothing is known of what is beyond. */
export function strengthBetween(map: EdgeMap, [fromX, fromY]: Point, [toX, toY]: Point): number | undefined {
  const slope = (toX - fromX) / (toY - fromY)
  const trim = CORNER * (toY - fromY)
  return meanAlong(map, { at: fromX - slope * fromY, slope }, fromY + trim, toY - trim)
}

function meanAlong({ across, along, at }: EdgeMap, line: Line, from: number, to: number): number | undefined {
  let [sum, seen] = [0, 0]
  for (let place = 0; place < PLACES; place++) {
    const position = Math.round(from + ((to - from) * (place + 0.5)) / PLACES)
    const where = Math.round(line.at + line.slope * position)
    if (position < 1 || position >= along - 1 || where < 1 || where >= across - 1) continue
    sum += at(where, position)
    seen++
  }
  return seen < PLACES / 2 ? undefined : sum / seen
}
