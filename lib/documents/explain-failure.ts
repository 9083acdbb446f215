import sharp from 'sharp'
import { decodePicture, toGrey } from './image/decode'
import type { GreyImage } from './image/grey'
import { inkComponents } from './image/ink-components'
import type { MrzReading } from './mrz/read-mrz'
import type { DocumentFailure } from './types'

const LONG_SIDE = 1000
const SMALLEST_LONG_SIDE = 700
const SMALLEST_PITCH = 9
/** Share of the picture that one burnt-out spot takes: less is a highlight, more is white paper. */
const GLARE = { least: 0.003, most: 0.12 }
const BURNT = 250
/** Below this the steepest edges of the picture are spread over several pixels. */
const SHARP = 0.16
const FEWEST_EDGES = 40

/**
 * Why a picture that could not be read may have been unreadable. Measures of sharpness and light only explain a failure;
 * they never cause one.
 * @param otherwise what to say when the picture itself looks fine
 */
export async function explainFailure(image: Uint8Array, reading: MrzReading, otherwise: DocumentFailure): Promise<DocumentFailure> {
  const { width, height } = await sharp(image).metadata()
  const grey = toGrey(await decodePicture(image, LONG_SIDE), 'brightness')
  if (Math.max(width, height) < SMALLEST_LONG_SIDE || isTiny(reading, Math.max(width, height))) return 'image_too_small'
  if (leavesThePicture(reading)) return 'document_cropped'
  if (sharpness(grey) < SHARP) return 'image_blurry'
  return hasGlare(grey) ? 'glare' : otherwise
}

function isTiny({ grid, image }: MrzReading, originalLongSide: number) {
  return grid !== undefined && image !== undefined && (grid.pitch * originalLongSide) / Math.max(image.width, image.height) < SMALLEST_PITCH
}

/** The zone's own lines run into the border. */
function leavesThePicture({ grid, image }: MrzReading) {
  if (!grid || !image) return false
  const margin = grid.pitch * 0.8
  const ends = [grid.firstColumn, grid.lastColumn].flatMap((column) => [grid.place(column, 0).centre, grid.place(column, grid.rows - 1).centre])
  return ends.some(([x, y]) => x < margin || y < margin || x > image.width - margin || y > image.height - margin)
}

/** The largest step between neighbours beside the largest difference within reach: 1 for a step from pixel to pixel, and where there is nothing to see. */
export function sharpness(image: GreyImage): number {
  const { data, width, height } = image
  const reach = 6
  const ratios: number[] = []
  for (let y = 0; y < height; y += 3) {
    for (let x = reach; x + reach < width; x += reach) {
      const [range, steepest] = edgeAt(data, y * width + x, reach)
      if (range > 70) ratios.push(steepest / range)
    }
  }
  ratios.sort((one, other) => one - other)
  return ratios.length < FEWEST_EDGES ? 1 : (ratios[Math.floor(ratios.length * 0.9)] as number)
}

function edgeAt(data: GreyImage['data'], centre: number, reach: number): [range: number, steepest: number] {
  let [low, high, steepest] = [255, 0, 0]
  for (let at = centre - reach; at < centre + reach; at++) {
    const [value, next] = [data[at] as number, data[at + 1] as number]
    low = Math.min(low, value)
    high = Math.max(high, value)
    steepest = Math.max(steepest, Math.abs(next - value))
  }
  return [high - low, steepest]
}

/** One burnt-out spot of the size of a reflection. Bright spots are dark ones of the negative. */
export function hasGlare({ data, width, height }: GreyImage): boolean {
  const negative = { data: Uint8Array.from(data, (value) => (value >= BURNT ? 0 : 200)), width, height }
  const spots = inkComponents(negative, { window: Math.max(width, height), share: 0.9 })
  return spots.some(({ area }) => area > GLARE.least * width * height && area < GLARE.most * width * height)
}
