import type { Canvas, Colour } from './canvas'
import { colourAt, darker, depthAt, type Looks, looksOf } from './head'

const LIGHT = [-0.35, -0.45, 0.82] as const

export type Pose = {
  /** Turn of the head in degrees, positive towards the right side of the picture. */
  yaw: number
  /** Half width of the face as a share of the picture's width, and where its middle is. */
  scale?: number
  centre?: readonly [x: number, y: number]
}

/** Draws an invented person from the shoulders up: a relief of a face, turned, lit from one side. */
export function drawHead(canvas: Canvas, seed: number, { yaw, scale = 0.36, centre = [0.5, 0.46] }: Pose) {
  const looks = looksOf(seed)
  const unit = canvas.width * scale
  const [middleX, middleY] = [centre[0] * canvas.width, centre[1] * canvas.height]
  drawBody(canvas, looks, unit, middleX, middleY, yaw)
  const nearest = new Float32Array(canvas.width * canvas.height).fill(Number.NEGATIVE_INFINITY)
  const [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)]
  // Two points to a pixel leave no holes where the relief is steep.
  const step = 1 / (unit * 2)
  for (let y = -looks.faceHeight; y <= looks.faceHeight; y += step) {
    for (let x = -looks.faceWidth; x <= looks.faceWidth; x += step) {
      const depth = depthAt(looks, x, y)
      if (depth === undefined) continue
      const pixelX = Math.round(middleX + (x * cos + (depth - 0.35) * sin) * unit)
      const pixelY = Math.round(middleY + y * unit)
      const towards = depth * cos - x * sin
      const at = pixelY * canvas.width + pixelX
      if (pixelX < 0 || pixelX >= canvas.width || !(towards > (nearest[at] ?? Number.POSITIVE_INFINITY))) continue
      nearest[at] = towards
      canvas.blend(pixelX, pixelY, darker(colourAt(looks, x, y), 1 - lightAt(looks, x, y, depth, cos, sin)), 1)
    }
  }
}

/** Lambert's law with some light from everywhere. */
function lightAt(looks: Looks, x: number, y: number, depth: number, cos: number, sin: number) {
  const d = 0.012
  const slopeX = ((depthAt(looks, x + d, y) ?? depth - d * 2) - (depthAt(looks, x - d, y) ?? depth - d * 2)) / (2 * d)
  const slopeY = ((depthAt(looks, x, y + d) ?? depth - d * 2) - (depthAt(looks, x, y - d) ?? depth - d * 2)) / (2 * d)
  const length = Math.hypot(slopeX, slopeY, 1)
  const [nx, ny, nz] = [(-slopeX * cos + sin) / length, -slopeY / length, (cos + slopeX * sin) / length]
  return Math.min(1.05, 0.5 + 0.58 * Math.max(0, nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]))
}

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
  ellipse(0, 2.05, 1.5, 0.9, [70, 84, 110])
  ellipse(0, 1.05, 0.42, 0.55, darker(looks.skin, 0.3))
  ellipse(0, -0.12, faceWidth + hairVolume * 0.6, faceHeight + hairVolume, looks.hair)
  for (const side of [-1, 1]) ellipse(side * faceWidth * 0.98, 0.05, 0.09, 0.2, darker(looks.skin, 0.15))
}
