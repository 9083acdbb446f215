import sharp from 'sharp'
import type { Picture } from '../image/decode'
import type { Point } from '../image/homography'
import { MAX_IMAGE_PIXELS } from '../inspect-image'
import type { Quad } from '../types'
import { judgeRecapture, type RecaptureMeasures } from './judge-recapture'
import { mergeMaps } from './merge-maps'
import { peakMap } from './peak-map'

export type Recapture = { sign: 'screen' | 'print' | null; measures: RecaptureMeasures }

/** Where squares are looked at, in shares of the page; its lower part is the zone, which repeats by itself. */
const ACROSS = [0.2, 0.5, 0.8]
const DOWN = [0.16, 0.4, 0.64]
/** Pixels of the picture to one that is looked at: what a sensor makes of a screen is fine or coarse. */
const SCALES = [1, 2]
/** From fewer squares nothing is concluded. */
const LEAST_SQUARES = 4

/**
 * Is this a picture of a screen, or of a print in dots? Both repeat all over the page, which nothing on a page does:
 * lines of security print are curved or differ from place to place. It is a sign, no proof, and misses the better ones.
 * @param picture at the pixels it came with: scaling takes the signs away
 */
export function findRecapture(picture: Picture, outline: Quad | null): Recapture {
  const middles = DOWN.flatMap((down) => ACROSS.map((across) => placeIn(outline ?? wholeOf(picture), across, down)))
  const measures = SCALES.map((scale) => {
    const maps = middles.map((middle) => peakMap(picture, middle, scale)).filter((map) => map !== undefined)
    return maps.length < LEAST_SQUARES ? { stripes: 0, dots: 0 } : mergeMaps(maps, scale)
  })
  const strongest = { stripes: Math.max(...measures.map(({ stripes }) => stripes)), dots: Math.max(...measures.map(({ dots }) => dots)) }
  return { sign: judgeRecapture(strongest), measures: strongest }
}

/** A picture as `findRecapture` wants it. @param image as `inspectImage` returns it */
export async function decodeForRecapture(image: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(image, { limitInputPixels: MAX_IMAGE_PIXELS })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const wholeOf = ({ width, height }: Picture): Quad => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]

function placeIn([topLeft, topRight, bottomRight, bottomLeft]: Quad, across: number, down: number): Point {
  const between = (from: Point, to: Point, share: number): Point => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
  return between(between(topLeft, topRight, across), between(bottomLeft, bottomRight, across), down)
}
