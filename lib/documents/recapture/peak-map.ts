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
      const [here, mirrored] = [v * SIDE + u, ((SIDE - v) % SIDE) * SIDE + ((SIDE - u) % SIDE)]
      const [a, b, c, d] = [real[here] as number, imaginary[here] as number, real[mirrored] as number, imaginary[mirrored] as number]
      const red = [(a + c) / 2, (b - d) / 2] as const
      const blue = [(b + d) / 2, (c - a) / 2] as const
      const [ofRed, ofBlue] = [red[0] ** 2 + red[1] ** 2, blue[0] ** 2 + blue[1] ** 2]
      power[at] = ofRed + ofBlue
      weaker[at] = Math.min(ofRed, ofBlue)
      const size = Math.sqrt(ofRed * ofBlue + 1e-9)
      together[at] = (red[0] * blue[0] + red[1] * blue[1]) / size
      ahead[at] = (red[1] * blue[0] - red[0] * blue[1]) / size
    }
  }
  const [height, ofBoth] = [standingOut(power), standingOut(weaker)]
  const [highest, both] = [bestOfNeighbours(height), bestOfNeighbours(ofBoth)]
  const at = (values: Float32Array, places: Uint16Array) => Float32Array.from(places, (place) => values[place] as number)
  return { height: at(height, highest), ofBoth: at(ofBoth, both), together: at(together, both), ahead: at(ahead, both) }
}

type Four = [Float32Array, Float32Array, Float32Array, Float32Array]

function channel({ data, width }: Picture, left: number, top: number, scale: number, offset: number): Float64Array {
  const values = new Float64Array(SIDE * SIDE)
  for (let y = 0; y < SIDE * scale; y++) {
    const row = Math.floor(y / scale) * SIDE
    let from = ((top + y) * width + left) * 3 + offset
    for (let x = 0; x < SIDE * scale; x++, from += 3) {
      const at = row + Math.floor(x / scale)
      values[at] = (values[at] as number) + (data[from] as number)
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
  const better = (one: number, other: number) => ((map[other] ?? Number.NEGATIVE_INFINITY) > (map[one] as number) ? other : one)
  const acrossOnly = Uint16Array.from(map, (_, at) => better(better(at, at - 1), at + 1))
  return acrossOnly.map((place, at) => better(better(place, acrossOnly[at - SIDE] ?? -1), acrossOnly[at + SIDE] ?? -1))
}
