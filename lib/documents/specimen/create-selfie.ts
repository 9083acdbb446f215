import { Canvas } from './canvas'
import { drawHead } from './draw-head'
import type { InventedPerson } from './invent'
import { type Conditions, photograph } from './photograph'
import { seededRandom } from './random'

export type SelfieOptions = {
  /** Degrees that the head is turned, positive towards the person's own left. */
  yaw?: number
  width?: number
  height?: number
  /** Of the face, in shares of the picture. */
  centre?: readonly [x: number, y: number]
  conditions?: Conditions
}

/** A photograph (JPEG) that an invented person took of themselves. */
export function createSelfie({ faceSeed }: Pick<InventedPerson, 'faceSeed'>, options: SelfieOptions = {}): Promise<Buffer> {
  const { yaw = 0, width = 960, height = 720, centre = [0.5, 0.46], conditions = { noise: 2, blur: 0.8 } } = options
  const canvas = new Canvas(width, height, [186, 180, 170])
  drawHead(canvas, faceSeed, { yaw, scale: 0.15, centre })
  return photograph(canvas, conditions, seededRandom(faceSeed))
}
