import type { Point } from '../image/homography'
import { between, type Random } from '../specimen/random'
import { type Bend, bendOutline, flatBend } from './bend-outline'
import { type Nudges, nudgeOutline, randomNudges } from './nudge-outline'
import { offsetContours } from './offset-contours'
import { splitEdges } from './split-edges'

/** Contours in ems, as in a `Glyph`. */
export type VaryOutline = (contours: readonly Point[][], advance: number, character: string) => Point[][]

/** Em of a capital's height. */
const CAPITAL = 0.75
const LONGEST_EDGE = 0.2

/** Whose middle stands high in one typeface and low in another; in the first two it is a stroke's end. */
const MIDDLES = { free: 'MW', bound: 'VNYA' }
/** Whose bows and arms meet the stem high or low. */
const WAISTS = 'BEFGHKPRSXY23568'

type Letter = { bend: Bend; nudges: Nudges; weight: number }

/** Ems by which strokes are lighter and bolder, and how much of the freedom its letters take. */
export type Variety = { lightest: number; boldest: number; freest: number }

export const WILD: Variety = { lightest: -0.024, boldest: 0.044, freest: 1 }

/**
 * Another typeface after the same model: bolder or lighter, wider or narrower, upright or leaning; and each of its letters
 * drawn with a hand of its own: wider above or below, its waist higher, its bows deeper, its arms apart, its middle low.
 * A letter looks the same wherever it stands in a strip.
 */
export function varyOutline(random: Random, { lightest, boldest, freest }: Variety = WILD): VaryOutline {
  if (random() < 0.12) return (contours) => contours.map((contour) => [...contour])
  const weight = random() < 0.15 ? 0 : between(random, lightest, boldest)
  const [wider, taller] = [between(random, 0.76, 1.14), between(random, 0.93, 1.07)]
  const lean = random() < 0.25 ? between(random, -0.08, 0.08) : 0
  const freedom = between(random, 0.2, freest)
  const letters = new Map<string, Letter>()
  return (contours, advance, character) => {
    const letter = letters.get(character) ?? newLetter(character, freedom, random)
    letters.set(character, letter)
    const bold = splitEdges(offsetContours(contours, weight + letter.weight), LONGEST_EDGE)
    const drawn = nudgeOutline(bendOutline(bold, CAPITAL, letter.bend), letter.nudges)
    const middle = advance / 2
    return drawn.map((contour) => contour.map(([x, y]) => [middle + (x - middle) * wider - lean * (y + CAPITAL / 2), y * taller] as const))
  }
}

const newLetter = (character: string, freedom: number, random: Random): Letter => ({
  bend: letterBend(character, freedom, random),
  nudges: randomNudges(random, 0.02 * freedom),
  weight: between(random, -0.006, 0.006) * freedom,
})

function letterBend(character: string, freedom: number, random: Random): Bend {
  const within = (most: number) => between(random, -most, most) * freedom
  const middle = within(MIDDLES.free.includes(character) ? 0.34 : MIDDLES.bound.includes(character) ? 0.2 : 0.02)
  const waist = WAISTS.includes(character) ? within(0.1) : within(0.05)
  const width = within(0.13)
  const sides = (most: number) => flatBend.left.map(() => width + within(most))
  return {
    left: sides(0.06),
    right: sides(0.1),
    heights: [within(0.02), waist * 0.6 + within(0.035), waist, waist * 0.6 + within(0.035), within(0.02)],
    arches: [within(0.025), middle * 0.1 + within(0.02), middle, middle * 0.1 + within(0.02), within(0.025)],
    corners: within(0.12),
  }
}
