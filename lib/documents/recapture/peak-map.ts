import type { Picture } from '../image/decode'
import type { Point } from '../image/homography'
import { SIDE, spectrumOf } from './spectrum'

/** Half of all frequencies are the other half mirrored. */
export const ROWS = SIDE / 2 + 1

/** Of one square of a picture, at each frequency: row `v` from 0, column `u` from −SIDE/2. */
export type PeakMap = {
  /** How far it stands out among frequencies of its length: logarithm of its power less their mean, the best of its neighbours. */
  height: Float32Array
  /** The same of the weaker of red and blue: ink of one colour leaves nothing here but noise. */
  ofBoth: Float32Array
  /** Cosine and sine of the angle from blue to red where both stand out most nearby: 1 and 0 when they rise and fall together. */
  together: Float32Array
  ahead: Float32Array
}

/**
 * @param middle of the square, in pixels of the picture
 * @param scale pixels of the picture to one of the square, a whole number
 * @returns undefined when the square is not all within the picture, or flat
 */
export function peakMap(picture: Picture, middle: Point, scale: number): PeakMap | undefined {
  const [left, top] = [Math.round(middle[0] - (SIDE * scale) / 2), Math.round(middle[1] - (SIDE * scale) / 2)]
  if (left < 0 || top < 0 || left + SIDE * scale > picture.width || top + SIDE * scale > picture.height) return undefined
  const { real, imaginary } = spectrumOf(channel(picture, left, top, scale, 0), channel(picture, left, top, scale, 2))
  const [power, weaker, together, ahead] = Array.from({ length: 4 }, () => new Float32Array(ROWS * SIDE)) as Four
  for (let v = 0, at = 0; v < ROWS; v++) {
    for (let column = 0; column < SIDE; column++, at++) {
      const u = (column + SIDE / 2) % SIDE
      const here = v * SIDE + u
      const mirrored = ((SIDE - v) % SIDE) * SIDE + ((SIDE - u) % SIDE)
      const a = real[here] as number
      const b = imaginary[here] as number
      const c = real[mirrored] as number
      const d = imaginary[mirrored] as number
      const redX = (a + c) / 2
      const redY = (b - d) / 2
      const blueX = (b + d) / 2
      const blueY = (c - a) / 2
      const ofRed = redX * redX + redY * redY
      const ofBlue = blueX * blueX + blueY * blueY
      power[at] = ofRed + ofBlue
      weaker[at] = ofRed < ofBlue ? ofRed : ofBlue
      const size = Math.sqrt(ofRed * ofBlue + 1e-9)
      together[at] = (redX * blueX + redY * blueY) / size
      ahead[at] = (redY * blueX - redX * blueY) / size
    }
  }
  const [height, ofBoth] = [standingOut(power), standingOut(weaker)]
  const [highest, both] = [bestOfNeighbours(height), bestOfNeighbours(ofBoth)]
  return { height: taken(height, highest), ofBoth: taken(ofBoth, both), together: taken(together, both), ahead: taken(ahead, both) }
}

function taken(values: Float32Array, places: Uint16Array): Float32Array {
  const found = new Float32Array(places.length)
  for (let at = 0; at < found.length; at++) found[at] = values[places[at] as number] as number
  return found
}

type Four = [Float32Array, Float32Array, Float32Array, Float32Array]

function channel({ data, width }: Picture, left: number, top: number, scale: number, offset: number): Float64Array {
  const values = new Float64Array(SIDE * SIDE)
  for (let y = 0; y < SIDE * scale; y++) {
    let from = ((top + y) * width + left) * 3 + offset
    for (let x = 0, at = Math.floor(y / scale) * SIDE; x < SIDE; x++, at++) {
      let sum = values[at] as number
      for (let of = 0; of < scale; of++, from += 3) sum += data[from] as number
      values[at] = sum
    }
  }
  return values
}

/** Rings of frequencies of one length, by their number. */
const RINGS = Uint8Array.from({ length: ROWS * SIDE }, (_, at) => Math.round(Math.hypot((at % SIDE) - SIDE / 2, Math.floor(at / SIDE))))

function standingOut(power: Float32Array): Float32Array {
  const [sums, counts] = [new Float64Array(SIDE), new Float64Array(SIDE)]
  for (let at = 0; at < power.length; at++) {
    const ring = RINGS[at] as number
    const logarithm = Math.log((power[at] as number) + 1)
    power[at] = logarithm
    sums[ring] = (sums[ring] as number) + logarithm
    counts[ring] = (counts[ring] as number) + 1
  }
  for (let at = 0; at < power.length; at++) {
    const ring = RINGS[at] as number
    power[at] = (power[at] as number) - (sums[ring] as number) / (counts[ring] as number)
  }
  return power
}

/** Perspective moves a frequency a little from place to place. @returns for each the place of the highest of its neighbours */
function bestOfNeighbours(map: Float32Array): Uint16Array {
  const better = (one: number, other: number) => ((map[other] as number) > (map[one] as number) ? other : one)
  const [across, best] = [new Uint16Array(map.length), new Uint16Array(map.length)]
  const last = map.length - 1
  for (let at = 0; at <= last; at++) across[at] = better(better(at, at > 0 ? at - 1 : at), at < last ? at + 1 : at)
  for (let at = 0; at <= last; at++) {
    const [above, here, below] = [at - SIDE, across[at] as number, at + SIDE]
    best[at] = better(better(here, above < 0 ? here : (across[above] as number)), below > last ? here : (across[below] as number))
  }
  return best
}
