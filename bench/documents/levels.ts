import type { Format } from './facts'
import type { Shot } from './photograph'
import type { Random } from './random'
import { SURROUNDINGS, type Surroundings } from './surroundings'

export const LEVELS = ['mild', 'medium', 'hard', 'very hard'] as const
export type Level = (typeof LEVELS)[number]

type Range = readonly [least: number, most: number]

/**
 * What a level means, in numbers. Angles in degrees; `perMm` pixels in a millimetre, so that 5 is 12.7 pixels from character to
 * character; `bulge` and `lens` in percent; `blur` and `motion` in millimetres on the page, where a character's line is 0.35 wide;
 * noise of 255; `veil` is light that lies over the zone, of full white; `burnt` counts spots burnt white, never over the zone.
 */
type Numbers = {
  turn: Range
  /** Share of pictures turned by a quarter or half besides. */
  quarters: number
  tilt: Range
  perMm: Range
  bulge: Record<'TD3' | 'TD2' | 'TD1', Range>
  lens: Range
  gradient: Range
  shadow: Range
  exposure: Range
  burnt: Range
  veil: Range
  blur: Range
  motion: Range
  noise: Range
  quality: Range
  pattern: Range
  hologram: number
  overprint: number
}

const NUMBERS: Record<Level, Numbers> = {
  mild: {
    ...{ turn: [-5, 5], quarters: 0, tilt: [0, 8], perMm: [7, 12], lens: [0, 1], gradient: [0, 0.15], shadow: [0, 0.15], exposure: [0.9, 1.02] },
    bulge: { TD3: [0, 0.3], TD2: [0, 0.1], TD1: [0, 0] },
    ...{
      burnt: [0, 0],
      veil: [0, 0],
      blur: [0.02, 0.08],
      motion: [0, 0.05],
      noise: [1, 3],
      quality: [86, 95],
      pattern: [0.25, 0.4],
      hologram: 0.2,
      overprint: 0,
    },
  },
  medium: {
    ...{
      turn: [-10, 10],
      quarters: 0.1,
      tilt: [3, 15],
      perMm: [6, 10],
      lens: [0, 2],
      gradient: [0.05, 0.3],
      shadow: [0, 0.3],
      exposure: [0.75, 1.05],
    },
    bulge: { TD3: [0.2, 0.8], TD2: [0, 0.3], TD1: [0, 0.15] },
    ...{
      burnt: [0, 1],
      veil: [0, 0.1],
      blur: [0.05, 0.13],
      motion: [0, 0.12],
      noise: [2, 6],
      quality: [75, 92],
      pattern: [0.3, 0.55],
      hologram: 0.4,
      overprint: 0.1,
    },
  },
  hard: {
    ...{
      turn: [-20, 20],
      quarters: 0.25,
      tilt: [8, 24],
      perMm: [5, 8],
      lens: [0, 5],
      gradient: [0.1, 0.45],
      shadow: [0.15, 0.5],
      exposure: [0.6, 1.1],
    },
    bulge: { TD3: [0.5, 2.2], TD2: [0.1, 0.7], TD1: [0, 0.3] },
    ...{
      burnt: [0, 2],
      veil: [0, 0.25],
      blur: [0.08, 0.18],
      motion: [0, 0.2],
      noise: [4, 10],
      quality: [60, 85],
      pattern: [0.4, 0.7],
      hologram: 0.6,
      overprint: 0.35,
    },
  },
  'very hard': {
    ...{
      turn: [-30, 30],
      quarters: 0.4,
      tilt: [15, 34],
      perMm: [4, 6.3],
      lens: [2, 7],
      gradient: [0.2, 0.6],
      shadow: [0.3, 0.65],
      exposure: [0.45, 1.15],
    },
    bulge: { TD3: [1.5, 3.5], TD2: [0.4, 1.3], TD1: [0, 0.5] },
    ...{
      burnt: [1, 3],
      veil: [0, 0.4],
      blur: [0.12, 0.24],
      motion: [0, 0.28],
      noise: [7, 16],
      quality: [45, 75],
      pattern: [0.5, 0.85],
      hologram: 0.8,
      overprint: 0.6,
    },
  },
}

export type Circumstances = { shot: Shot; surroundings: Surroundings; pattern: number; hologram: boolean; overprint: boolean }

/** How a document of that level is printed and photographed. */
export function circumstances(level: Level, format: Format, size: { width: number; height: number }, random: Random): Circumstances {
  const numbers = NUMBERS[level]
  const within = ([least, most]: Range) => random.between(least, most)
  const sided = (range: Range) => within(range) * (random.chance(0.5) ? 1 : -1)
  const bends = format === 'MRV-A' ? 'TD3' : format === 'MRV-B' ? 'TD2' : format
  const quarter = random.chance(numbers.quarters) ? random.pick([90, 180, 270]) : 0
  const perMm = within(numbers.perMm)
  const bulge = within(numbers.bulge[bends])
  const shot: Shot = {
    view: {
      turn: within(numbers.turn) + quarter,
      tiltX: tiltThatShows(bulge, sided(numbers.tilt)),
      tiltY: sided(numbers.tilt) * 0.6,
      perMm: size.width < 90 ? perMm * 1.15 : perMm,
      lens: within(numbers.lens),
    },
    bend: { bulge, axis: random.gauss() * 6, peak: random.between(-0.8, 0.8), hollow: random.chance(0.3) },
    margin: random.between(0.05, 0.2),
    shift: [random.between(-0.6, 0.6), random.between(-0.6, 0.6)],
    light: {
      exposure: within(numbers.exposure),
      gradient: within(numbers.gradient),
      direction: random.between(0, 360),
      shadow: { depth: within(numbers.shadow), direction: random.between(0, 360), at: random.between(-30, 30), soft: random.between(2, 14) },
      glares: [...burnt(numbers, size, random), veil(numbers, size, random)],
      warmth: [random.between(0.92, 1.1), random.between(0.82, 1.06)],
    },
    finish: {
      blur: within(numbers.blur),
      motion: { length: within(numbers.motion), direction: random.between(0, 180) },
      noise: within(numbers.noise),
      quality: Math.round(within(numbers.quality)),
      seed: String(random.next()),
    },
    table: { x: random.between(-90, 90), y: random.between(-90, 90), turn: random.between(-180, 180) },
  }
  return {
    shot,
    surroundings: random.pick(SURROUNDINGS),
    pattern: within(numbers.pattern),
    hologram: random.chance(numbers.hologram),
    overprint: random.chance(numbers.overprint),
  }
}

/** Seen from straight above no bend bends a line: the camera looks along the page as far as the bulge needs. */
const tiltThatShows = (bulge: number, tilt: number) => (bulge < 0.3 ? tilt : Math.sign(tilt) * Math.max(Math.abs(tilt), Math.min(26, 7 + 8 * bulge)))

function burnt({ burnt: [least, most] }: Numbers, { width, height }: { width: number; height: number }, random: Random) {
  return Array.from({ length: random.whole(least, most) }, () => ({
    x: random.between(-0.45, 0.45) * width,
    y: random.between(-0.42, 0.05) * height,
    width: random.between(3, 7),
    height: random.between(2, 5),
    strength: random.between(0.8, 1.4),
  }))
}

/** Thin light over the zone: greyer characters, none of them gone. */
function veil({ veil: range }: Numbers, { width, height }: { width: number; height: number }, random: Random) {
  return {
    x: random.between(-0.4, 0.4) * width,
    y: height / 2 - 12,
    width: random.between(12, 30),
    height: random.between(6, 14),
    strength: random.between(...range),
  }
}
