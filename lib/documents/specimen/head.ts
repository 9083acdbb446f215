import type { Colour } from './canvas'
import { between, oneOf, seededRandom } from './random'

/** What an invented person looks like; lengths in half widths of a face. */
export type Looks = {
  skin: Colour
  hair: Colour
  iris: Colour
  lips: Colour
  faceWidth: number
  faceHeight: number
  jaw: number
  eyeDistance: number
  eyeWidth: number
  eyeHeight: number
  eyeLevel: number
  browHeight: number
  browThickness: number
  browSlant: number
  noseWidth: number
  noseLength: number
  noseDepth: number
  mouthWidth: number
  mouthLevel: number
  lipThickness: number
  hairline: number
  hairVolume: number
  longHair: boolean
  beard: number
  moustache: number
  /** Half the width of a fringe over the brow, 0 for none. */
  fringe: number
  bald: boolean
  /** A mark on the skin: where and how large. */
  mole: { x: number; y: number; size: number }
  shirt: Colour
}

const SKINS: Colour[] = [
  [236, 200, 176],
  [224, 182, 152],
  [205, 158, 126],
  [176, 128, 96],
  [132, 92, 68],
  [98, 66, 50],
]
const HAIRS: Colour[] = [
  [30, 24, 22],
  [62, 42, 30],
  [104, 72, 44],
  [178, 142, 92],
  [140, 136, 132],
  [120, 56, 30],
  [222, 190, 128],
  [196, 84, 44],
]
const SHIRTS: Colour[] = [
  [70, 84, 110],
  [120, 44, 52],
  [44, 92, 72],
  [212, 208, 200],
  [36, 36, 40],
]
const IRISES: Colour[] = [
  [60, 40, 26],
  [84, 104, 70],
  [74, 104, 136],
]

export function looksOf(seed: number): Looks {
  const random = seededRandom(seed)
  const range = (low: number, high: number) => between(random, low, high)
  const skin = oneOf(random, SKINS)
  const male = random() < 0.5
  return {
    skin,
    hair: oneOf(random, HAIRS),
    iris: oneOf(random, IRISES),
    lips: [skin[0] * 0.86, skin[1] * 0.62, skin[2] * 0.62],
    faceWidth: range(0.68, 0.94),
    faceHeight: range(0.98, 1.26),
    jaw: range(0.02, 0.46),
    eyeDistance: range(0.28, 0.42),
    eyeWidth: range(0.1, 0.18),
    eyeHeight: range(0.035, 0.09),
    eyeLevel: range(-0.2, -0.02),
    browHeight: range(0.11, 0.24),
    browThickness: range(0.015, 0.08),
    browSlant: range(-0.3, 0.4),
    noseWidth: range(0.08, 0.21),
    noseLength: range(0.28, 0.52),
    noseDepth: range(0.16, 0.42),
    mouthWidth: range(0.16, 0.36),
    mouthLevel: range(0.46, 0.64),
    lipThickness: range(0.025, 0.11),
    hairline: range(-0.86, -0.5),
    hairVolume: range(0.03, 0.34),
    longHair: !male,
    beard: male ? Math.max(0, range(-0.7, 0.95)) : 0,
    moustache: male ? Math.max(0, range(-1, 1)) : 0,
    fringe: random() < 0.35 ? range(0.3, 0.8) : 0,
    bald: male && random() < 0.25,
    mole: { x: range(-0.5, 0.5), y: range(0.05, 0.75), size: range(0.015, 0.045) },
    shirt: oneOf(random, SHIRTS),
  }
}

const bump = (x: number, y: number, width: number, height: number) => Math.exp(-(x * x) / (2 * width * width) - (y * y) / (2 * height * height))

/** How far the face stands out at a point, 0 at its rim; undefined beyond it. */
export function depthAt(looks: Looks, x: number, y: number): number | undefined {
  // The jaw narrows the lower half.
  const width = looks.faceWidth * (1 - looks.jaw * Math.max(0, y - 0.25) ** 1.6)
  const rim = 1 - (x / width) ** 2 - (y / looks.faceHeight) ** 2
  if (rim <= 0) return undefined
  const { eyeDistance, eyeLevel, noseLength, noseWidth, noseDepth, mouthLevel, lipThickness } = looks
  const tip = eyeLevel + noseLength
  const side = Math.abs(x)
  let depth = 0.82 * rim ** 0.42
  depth += noseDepth * 0.55 * bump(x, y - (eyeLevel + tip) / 2, noseWidth * 0.45, noseLength * 0.4)
  depth += noseDepth * 0.6 * bump(x, y - tip, noseWidth * 0.6, 0.08) + 0.05 * bump(side - noseWidth * 0.8, y - tip - 0.02, 0.05, 0.05)
  depth -= 0.1 * bump(side - eyeDistance, y - eyeLevel, 0.15, 0.08)
  depth += 0.055 * bump(side - eyeDistance, y - eyeLevel, looks.eyeWidth * 0.7, looks.eyeHeight)
  depth += 0.05 * bump(side - eyeDistance, y - eyeLevel + looks.browHeight, 0.2, 0.05)
  depth += 0.05 * bump(side - 0.45, y - 0.22, 0.16, 0.14)
  depth += 0.07 * bump(x, y - mouthLevel, looks.mouthWidth * 0.75, lipThickness * 1.3) - 0.03 * bump(x, y - mouthLevel, looks.mouthWidth, 0.012)
  return depth + 0.08 * bump(x, y - looks.faceHeight * 0.82, 0.18, 0.1)
}

/** The colour of a point of the face before light falls on it. */
export function colourAt(looks: Looks, x: number, y: number): Colour {
  const side = Math.abs(x)
  const { eyeLevel, eyeDistance, noseLength } = looks
  const tip = eyeLevel + noseLength
  const hairy = y < looks.hairline + 0.35 * side * side || (side > looks.faceWidth * 0.93 && y < -0.1)
  const fringed = side < looks.fringe && y < looks.hairline + 0.22 + 0.05 * Math.sin(x * 17)
  if (!looks.bald && (hairy || fringed)) return looks.hair

  const [fromEyeX, fromEyeY] = [(side - eyeDistance) / looks.eyeWidth, (y - eyeLevel) / looks.eyeHeight]
  const lid = fromEyeX ** 2 + Math.abs(fromEyeY) ** 1.7
  const pupil = Math.hypot(side - eyeDistance, y - eyeLevel) / looks.eyeHeight
  if (lid < 1 && pupil < 0.42) return [12, 10, 10]
  if (lid < 1 && pupil < 0.95) return looks.iris
  if (lid < 1) return [232, 228, 224]
  if (lid < 1.35 && fromEyeY < 0.2) return darker(looks.skin, 0.35)

  const browY = eyeLevel - looks.browHeight - looks.browSlant * (0.12 - Math.abs(side - eyeDistance - 0.02)) * 0.9
  if (Math.abs(side - eyeDistance) < 0.19 && Math.abs(y - browY) < looks.browThickness) return mix(looks.skin, looks.hair, 0.85)

  const lip = ((x / looks.mouthWidth) ** 2 + ((y - looks.mouthLevel) / looks.lipThickness) ** 2) ** 0.5
  if (Math.abs(y - looks.mouthLevel) < 0.011 && side < looks.mouthWidth) return darker(looks.lips, 0.45)
  if (lip < 1) return looks.lips
  if (Math.hypot(side - looks.noseWidth * 0.5, (y - tip - 0.07) * 1.6) < 0.04) return darker(looks.skin, 0.3)

  if (Math.hypot(x - looks.mole.x, y - looks.mole.y) < looks.mole.size) return darker(looks.skin, 0.55)
  if (side < looks.mouthWidth * 1.1 && y > tip + 0.1 && y < looks.mouthLevel - looks.lipThickness) return mix(looks.skin, looks.hair, looks.moustache)

  const cheek = 0.25 * bump(side - 0.45, y - 0.25, 0.16, 0.14)
  const stubble = looks.beard * Math.min(1, Math.max(0, (y - 0.32) * 4)) * (1 - 0.6 * bump(x, y - 0.38, 0.07, 0.06))
  return mix(mix(looks.skin, [200, 96, 88], cheek * 0.5), looks.hair, stubble)
}

export const darker = ([red, green, blue]: Colour, by: number): Colour => [red * (1 - by), green * (1 - by), blue * (1 - by)]

const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]
