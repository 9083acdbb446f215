import type { SpecimenOptions } from './create-specimen'
import { between, integerBetween, oneOf, seededRandom } from './random'

/** How hard a photograph is to read. */
export type Level = 'mild' | 'medium' | 'hard'

type Ranges = {
  longSide: [number, number]
  fill: [number, number]
  rotation: number
  tilt: number
  /** In pitches of the zone, which is what a reader has to tell apart. */
  blur: number
  motion: number
  noise: number
  shadow: number
  jpeg: [number, number]
  overprint: number
  quarterTurn: number
}

const LEVELS: Record<Level, Ranges> = {
  mild: {
    longSide: [1300, 2000],
    fill: [0.82, 0.93],
    rotation: 2,
    tilt: 0.02,
    blur: 0.03,
    motion: 0,
    noise: 4,
    shadow: 0.15,
    jpeg: [80, 95],
    overprint: 0,
    quarterTurn: 0.2,
  },
  medium: {
    longSide: [1100, 1800],
    fill: [0.78, 0.9],
    rotation: 5,
    tilt: 0.06,
    blur: 0.07,
    motion: 0.05,
    noise: 8,
    shadow: 0.35,
    jpeg: [60, 88],
    overprint: 0.15,
    quarterTurn: 0.3,
  },
  hard: {
    longSide: [850, 1400],
    fill: [0.7, 0.82],
    rotation: 12,
    tilt: 0.11,
    blur: 0.1,
    motion: 0.14,
    noise: 13,
    shadow: 0.5,
    jpeg: [45, 75],
    overprint: 0.4,
    quarterTurn: 0.4,
  },
}

const PAPERS = [
  [246, 244, 236],
  [232, 238, 240],
  [240, 228, 226],
  [222, 234, 220],
] as const
/** Pale in the strongest channel, as security print is. */
const OVERPRINTS = [
  [70, 150, 235],
  [235, 120, 90],
  [90, 200, 120],
  [220, 110, 210],
] as const
const TABLES = [
  [92, 78, 66],
  [40, 42, 46],
  [150, 132, 110],
  [190, 192, 196],
] as const

/** Seeded circumstances of a photograph: the same for the same seed, never twice the same among seeds. */
export function circumstances(level: Level, seed: number): Pick<SpecimenOptions, 'print' | 'view' | 'conditions'> {
  const random = seededRandom(seed ^ 0x1b873593)
  const ranges = LEVELS[level]
  const [width, fill] = [integerBetween(random, ...ranges.longSide), between(random, ...ranges.fill)]
  // A passport's zone of 44 columns takes nine tenths of the page; that is near enough for the others.
  const pitch = (width * fill * 0.9) / 44
  const overprinted = random() < ranges.overprint
  const either = (most: number) => between(random, -most, most)
  const quarterTurns = random() < ranges.quarterTurn ? oneOf(random, [1, 2, 3] as const) : 0
  return {
    print: {
      paper: oneOf(random, PAPERS),
      face: oneOf(random, ['OCRB', 'OCRBS'] as const),
      guilloche: oneOf(random, OVERPRINTS),
      guillocheOpacity: overprinted ? between(random, 0.45, 0.8) : between(random, 0.1, 0.3),
      guillocheWidth: overprinted ? between(random, 0.3, 0.6) : 0.18,
      inkOpacity: between(random, 0.8, 1),
      lineDistance: oneOf(random, [4.23, 5, 6.35]),
    },
    view: {
      width,
      height: Math.round(width * between(random, 0.72, 0.8)),
      fill,
      rotation: either(ranges.rotation),
      tilt: [either(ranges.tilt), either(ranges.tilt)],
      shift: [either(0.02), either(0.02)],
      table: oneOf(random, TABLES),
    },
    conditions: {
      shadow: { x: either(ranges.shadow), y: either(ranges.shadow) },
      blur: pitch * random() * ranges.blur,
      motion: random() < 0.4 && ranges.motion > 0 ? { length: pitch * random() * ranges.motion, angle: random() * Math.PI } : undefined,
      noise: random() * ranges.noise,
      jpegQuality: integerBetween(random, ...ranges.jpeg),
      quarterTurns,
      exif: random() < 0.5,
    },
  }
}
