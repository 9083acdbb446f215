import { Canvas, type Colour } from './canvas'
import { drawHead } from './draw-head'
import type { InventedPerson } from './invent'
import { type Conditions, photograph } from './photograph'
import { between, oneOf, seededRandom } from './random'

export type SelfieOptions = {
  /** Degrees that the head is turned, positive towards the person's own left. */
  yaw?: number
  width?: number
  height?: number
  /** Of the face, in shares of the picture. */
  centre?: readonly [x: number, y: number]
  conditions?: Conditions
}

/** By a lamp at home: from the other side than in the portrait, and lower. */
const LIGHT = [0.42, -0.2, 0.885] as const
const SMILE = 0.6
/** Nobody holds a camera quite straight. */
const ASKEW = 3
const WALLS: Colour[] = [
  [186, 180, 170],
  [148, 164, 176],
  [206, 198, 176],
  [128, 132, 124],
]

/** A photograph (JPEG) that an invented person took of themselves. */
export function createSelfie({ faceSeed }: Pick<InventedPerson, 'faceSeed'>, options: SelfieOptions = {}): Promise<Buffer> {
  const { yaw = 0, width = 960, height = 720, centre = [0.5, 0.46], conditions = { noise: 2, blur: 0.8 } } = options
  const random = seededRandom(faceSeed)
  const canvas = new Canvas(width, height, oneOf(random, WALLS))
  drawHead(canvas, faceSeed, { yaw: yaw + between(random, -ASKEW, ASKEW), scale: 0.15, centre, light: LIGHT, smile: SMILE })
  // Two pictures never have the same grain.
  return photograph(canvas, conditions, seededRandom(faceSeed ^ Math.round(yaw * 1000)))
}
