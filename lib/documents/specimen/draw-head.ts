import type { Canvas, Colour } from './canvas'
import { colourAt, darker, type Looks, looksOf } from './head'
import { Relief } from './relief'

/** Fewer leave holes where the relief is steep. */
const POINTS_PER_PIXEL = 2
/** As photographers of portraits have it. */
const LIGHT: Direction = [-0.35, -0.45, 0.82]

type Direction = readonly [x: number, y: number, z: number]

export type Pose = {
  /** Turn of the head in degrees, positive towards the right side of the picture. */
  yaw: number
  /** Half width of the face as a share of the picture's width, and where its middle is. */
  scale?: number
  centre?: readonly [x: number, y: number]
  /** Where the light comes from, of length one. */
  light?: Direction
  /** How much the mouth smiles, 0–1. */
  smile?: number
}

/** Draws an invented person from the shoulders up: a relief of a face, turned, lit from one side. */
export function drawHead(canvas: Canvas, seed: number, { yaw, scale = 0.36, centre = [0.5, 0.46], light = LIGHT, smile = 0 }: Pose) {
  const looks = smiling(looksOf(seed), smile)
  const unit = canvas.width * scale
  const [middleX, middleY] = [centre[0] * canvas.width, centre[1] * canvas.height]
  drawBody(canvas, looks, unit, middleX, middleY, yaw)
  const nearest = new Float32Array(canvas.width * canvas.height).fill(Number.NEGATIVE_INFINITY)
  const [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)]
  const relief = new Relief(looks, 1 / (unit * POINTS_PER_PIXEL))
  relief.forEachPoint((x, y, depth, slopeX, slopeY) => {
    const pixelX = Math.round(middleX + (x * cos + (depth - 0.35) * sin) * unit)
    const pixelY = Math.round(middleY + y * unit)
    const towards = depth * cos - x * sin
    const at = pixelY * canvas.width + pixelX
    if (pixelX < 0 || pixelX >= canvas.width || !(towards > (nearest[at] ?? Number.POSITIVE_INFINITY))) return
    nearest[at] = towards
    const normal = [-slopeX * cos + sin, -slopeY, cos + slopeX * sin] as const
    canvas.blend(pixelX, pixelY, darker(colourAt(looks, x, y), 1 - lightOn(normal, light)), 1)
  })
}

/** Lambert's law with some light from everywhere. */
function lightOn(normal: Direction, light: Direction) {
  const towardsLight = normal[0] * light[0] + normal[1] * light[1] + normal[2] * light[2]
  return Math.min(1.05, 0.5 + 0.58 * Math.max(0, towardsLight / Math.hypot(...normal)))
}

/** A smile widens the mouth, thins the lips and narrows the eyes. */
const smiling = (looks: Looks, smile: number): Looks => ({
  ...looks,
  mouthWidth: looks.mouthWidth * (1 + 0.25 * smile),
  lipThickness: looks.lipThickness * (1 - 0.2 * smile),
  eyeHeight: looks.eyeHeight * (1 - 0.15 * smile),
})

/** Hair, neck and shoulders: what the face stands before. */
function drawBody(canvas: Canvas, looks: Looks, unit: number, x: number, y: number, yaw: number) {
  const lean = Math.sin((yaw * Math.PI) / 180) * unit * -0.12
  const ellipse = (dx: number, dy: number, rx: number, ry: number, colour: Colour) => {
    const rim = Array.from({ length: 48 }, (_, k) => {
      const angle = (k / 24) * Math.PI
      return [x + lean + (dx + rx * Math.cos(angle)) * unit, y + (dy + ry * Math.sin(angle)) * unit] as const
    })
    canvas.fill([rim], colour)
  }
  const { faceWidth, faceHeight, hairVolume } = looks
  if (looks.longHair) ellipse(0, 0.35, faceWidth + 0.16, faceHeight + 0.15, darker(looks.hair, 0.25))
  ellipse(0, 2.05, 1.5, 0.9, looks.shirt)
  ellipse(0, 1.05, 0.42, 0.55, darker(looks.skin, 0.3))
  if (!looks.bald) ellipse(0, -0.12, faceWidth + hairVolume * 0.6, faceHeight + hairVolume, looks.hair)
  for (const side of [-1, 1]) ellipse(side * faceWidth * 0.98, 0.05, 0.09, 0.2, darker(looks.skin, 0.15))
}
