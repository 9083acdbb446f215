import type { Point } from '../image/homography'
import outlines from './outlines.json' with { type: 'json' }

export type FaceName = keyof typeof outlines

/** In ems: the baseline is 0, upwards is negative. */
export type Glyph = { advance: number; contours: Point[][] }

const UNITS = 1000
const STEPS = 6
const known = new Map<string, Glyph>()

/**
 * A letter whose accent the face lacks is drawn without it.
 * @throws RangeError for a character the face does not draw
 */
export function glyph(face: FaceName, character: string): Glyph {
  const key = face + character
  const found = known.get(key) ?? readGlyph(face, character)
  known.set(key, found)
  return found
}

function readGlyph(face: FaceName, character: string): Glyph {
  const glyphs: Record<string, { advance: number; path: string } | undefined> = outlines[face].glyphs
  const entry = glyphs[character] ?? glyphs[character.normalize('NFD').charAt(0)]
  if (!entry) throw new RangeError(`${face} does not draw ${character}`)
  return { advance: entry.advance / UNITS, contours: flatten(entry.path) }
}

/** Curves become short straight pieces: fine enough for letters of a hundred pixels. */
function flatten(path: string): Point[][] {
  const contours: Point[][] = []
  for (const [, command, values = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = values
      .split(' ')
      .filter(Boolean)
      .map((value) => Number(value) / UNITS)
    const points = numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1] as number] as const] : []))
    if (command === 'M') contours.push([...points])
    const contour = contours.at(-1)
    const last = contour?.at(-1)
    if (!contour || !last || command === 'M' || command === 'Z') continue
    if (command === 'L') contour.push(...points)
    else for (let step = 1; step <= STEPS; step++) contour.push(bezier([last, ...points], step / STEPS))
  }
  return contours
}

/** @see de Casteljau's algorithm */
function bezier(points: readonly Point[], t: number): Point {
  if (points.length === 1) return points[0] as Point
  const between = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] as Point
    return [fromX + (x - fromX) * t, fromY + (y - fromY) * t] as const
  })
  return bezier(between, t)
}
