import { findGlare } from './find-glare'
import type { Grey } from './grey'

/** What could be better about what the camera sees now. */
export type FrameHint = 'good' | 'hold' | 'blurry' | 'glare' | 'dark' | 'far'

/** Share of the frame that is covered by reflections. */
const GLARE = 0.012
const DARK = 55
/** Variance of the Laplacian below which edges are spread out. */
const SHARP = 45
/** How far a pixel must stand out from its neighbours to be part of print or of a picture. */
const DETAIL = 14
/** Share of such pixels in a part of the frame that has something in it. */
const FILLED = 0.02
/** Mean difference of two looks beyond which the hand, or what it holds, moves. */
const MOVING = 7

/** The middle of the frame, where the outline is, in columns and rows: something has to be in nearly all of them. */
const [COLUMNS, ROWS, MARGIN] = [3, 2, 0.1]

/**
 * Judges one look through the camera. It only helps to take a good picture: what counts is decided later, from the picture.
 * @param before the look before this one; null makes nothing of movement
 */
export function judgeFrame(now: Grey, before: Grey | null): FrameHint {
  const { light, sharpness, filledParts } = measure(now)
  if (light < DARK) return 'dark'
  if (sharpness < SHARP) return 'blurry'
  if (findGlare(now) > GLARE) return 'glare'
  if (filledParts < COLUMNS * ROWS - 1) return 'far'
  return before && difference(now, before) > MOVING ? 'hold' : 'good'
}

function measure({ pixels, width, height }: Grey) {
  const value = (x: number, y: number) => pixels[y * width + x] as number
  const parts = Array.from({ length: COLUMNS * ROWS }, () => ({ detail: 0, all: 0 }))
  const partAt = (x: number, y: number) => {
    const across = Math.floor(((x / width - MARGIN) / (1 - 2 * MARGIN)) * COLUMNS)
    const down = Math.floor(((y / height - MARGIN) / (1 - 2 * MARGIN)) * ROWS)
    return across < 0 || across >= COLUMNS || down < 0 || down >= ROWS ? undefined : parts[down * COLUMNS + across]
  }
  let [light, sum, squares, count] = [0, 0, 0, 0]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const here = value(x, y)
      const edge = 4 * here - value(x - 1, y) - value(x + 1, y) - value(x, y - 1) - value(x, y + 1)
      light += here
      sum += edge
      squares += edge * edge
      count++
      const part = partAt(x, y)
      if (!part) continue
      part.all++
      part.detail += Math.abs(edge) > DETAIL ? 1 : 0
    }
  }
  return {
    light: light / count,
    sharpness: squares / count - (sum / count) ** 2,
    filledParts: parts.filter(({ detail, all }) => detail / all > FILLED).length,
  }
}

function difference(now: Grey, before: Grey): number {
  if (now.pixels.length !== before.pixels.length) return Number.POSITIVE_INFINITY
  let sum = 0
  for (let at = 0; at < now.pixels.length; at++) sum += Math.abs((now.pixels[at] as number) - (before.pixels[at] as number))
  return sum / now.pixels.length
}
