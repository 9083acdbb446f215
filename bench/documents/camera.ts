import type { Surface } from './surface'

/** A pinhole camera over a table. Degrees; pixels in a millimetre at the page's middle; percent of widening at the corners of the picture. */
export type View = { turn: number; tiltX: number; tiltY: number; perMm: number; lens: number }

export type Camera = {
  width: number
  height: number
  /** Of a place over the table, in pixels, the lens left out. */
  project(x: number, y: number, height: number): [x: number, y: number]
  /** The place of the table at a height that a pixel shows. */
  look(pixelX: number, pixelY: number, height: number): [x: number, y: number]
}

/** Focal length in lengths of the picture's longer side: the main camera of a telephone. */
const FOCAL = 0.78

/**
 * @param around places that must be seen, the page's corners with their heights
 * @param margin share of the picture left around them
 * @param shift of the page from the picture's middle, in shares of the margin
 */
export function createCamera(
  { turn, tiltX, tiltY, perMm, lens }: View,
  around: readonly (readonly [number, number, number])[],
  margin: number,
  shift: readonly [number, number],
): Camera {
  const rotation = rotate(turn, tiltX, tiltY)
  const reach = Math.max(...around.map(([x, y]) => Math.hypot(x, y))) * 2
  const focal = FOCAL * reach * perMm
  const distance = focal / perMm
  const centred = (x: number, y: number, height: number): [number, number] => {
    const [cameraX, cameraY, depth] = times(rotation, x, y, -height)
    return [(focal * cameraX) / (distance + depth), (focal * cameraY) / (distance + depth)]
  }
  const seen = around.map(([x, y, height]) => centred(x, y, height))
  const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = Math.round((right - left) * (1 + 2 * margin))
  const height = Math.round((bottom - top) * (1 + 2 * margin))
  const centreX = width / 2 - (left + right) / 2 + shift[0] * margin * (right - left)
  const centreY = height / 2 - (top + bottom) / 2 + shift[1] * margin * (bottom - top)
  const corner = Math.hypot(width, height) / 2
  return {
    width,
    height,
    project: (x, y, up) => {
      const [atX, atY] = centred(x, y, up)
      return [atX + centreX, atY + centreY]
    },
    look: (pixelX, pixelY, up) => {
      const [fromX, fromY] = [pixelX - width / 2, pixelY - height / 2]
      const widened = 1 + (lens / 100) * ((fromX * fromX + fromY * fromY) / (corner * corner))
      const directionX = (fromX * widened + width / 2 - centreX) / focal
      const directionY = (fromY * widened + height / 2 - centreY) / focal
      const [rayX, rayY, rayDown] = timesTransposed(rotation, directionX, directionY, 1)
      const [eyeX, eyeY, eyeDown] = timesTransposed(rotation, 0, 0, -distance)
      const length = (-up - eyeDown) / rayDown
      return [eyeX + length * rayX, eyeY + length * rayY]
    },
  }
}

/** How far a printed line of the bent page leaves its chord in the picture, in percent of the chord. */
export function bulgeOf(camera: Camera, surface: Surface, [fromX, toX]: readonly [number, number], y: number): number {
  const at = (share: number) => camera.project(...surface.bend(fromX + (toX - fromX) * share, y))
  const [startX, startY] = at(0)
  const [endX, endY] = at(1)
  const chord = Math.hypot(endX - startX, endY - startY)
  const offChord = Array.from({ length: 41 }, (_, index) => {
    const [x, pixelY] = at(index / 40)
    return Math.abs((endX - startX) * (pixelY - startY) - (endY - startY) * (x - startX)) / chord
  })
  return (100 * Math.max(...offChord)) / chord
}

type Matrix = readonly number[]

function rotate(turn: number, tiltX: number, tiltY: number): Matrix {
  const [z, x, y] = [turn, tiltX, tiltY].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number]
  const aboutZ = [Math.cos(z), -Math.sin(z), 0, Math.sin(z), Math.cos(z), 0, 0, 0, 1]
  const aboutX = [1, 0, 0, 0, Math.cos(x), -Math.sin(x), 0, Math.sin(x), Math.cos(x)]
  const aboutY = [Math.cos(y), 0, Math.sin(y), 0, 1, 0, -Math.sin(y), 0, Math.cos(y)]
  return product(aboutZ, product(aboutY, aboutX))
}

const product = (one: Matrix, other: Matrix): Matrix =>
  Array.from({ length: 9 }, (_, index) =>
    [0, 1, 2].reduce((sum, k) => sum + (one[3 * Math.floor(index / 3) + k] as number) * (other[3 * k + (index % 3)] as number), 0),
  )

const times = (m: Matrix, x: number, y: number, z: number): [number, number, number] =>
  [0, 3, 6].map((row) => (m[row] as number) * x + (m[row + 1] as number) * y + (m[row + 2] as number) * z) as [number, number, number]

function timesTransposed(m: Matrix, x: number, y: number, z: number): [number, number, number] {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number]
  return [a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z]
}
