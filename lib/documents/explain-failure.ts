import sharp from 'sharp'
import { decodePicture, toGrey } from './image/decode'
import type { GreyImage } from './image/grey'
import { findReflections } from './image/reflections'
import { LAYOUTS } from './mrz/layout'
import type { MrzReading } from './mrz/read-mrz'
import type { DocumentFailure } from './types'

const LONG_SIDE = 1000
const SMALLEST_LONG_SIDE = 700
const SMALLEST_PITCH = 9
/** Below this the steepest edges of the picture are spread over several pixels: 0.19 to 0.28 where no letter can be told, 0.67 and more in focus. */
const SHARP = 0.35
const FEWEST_EDGES = 40
/**
 * In pitches, from the middle of a zone's last character to the border of the picture. Where a document goes on beyond its
 * zone, there is more; a character that is cut through is not seen, so that the last whole one stands up to so far away.
 */
const CUT_OFF = { whole: 1.2, part: 2.2 }
/** Columns by number of rows: what has as many was not cut off, and what has those of a larger card most likely not. */
const WHOLE_ZONE = { 2: 43, 3: 29 }
const LARGER_CARD = [35, 36]

/**
 * Why a picture that could not be read may have been unreadable. Measures of sharpness and light only explain a failure;
 * they never cause one.
 * @param otherwise what to say when the picture itself looks fine
 */
export async function explainFailure(image: Uint8Array, reading: MrzReading, otherwise: DocumentFailure): Promise<DocumentFailure> {
  const { width, height } = await sharp(image).metadata()
  const grey = toGrey(await decodePicture(image, LONG_SIDE), 'brightness')
  const longSide = Math.max(width, height)
  if (longSide < SMALLEST_LONG_SIDE || isTiny(reading, longSide)) return 'image_too_small'
  if (leavesThePicture(reading)) return 'document_cropped'
  if (sharpness(grey) < SHARP) return 'image_blurry'
  // Rows that are no zone may be any print.
  return hasGlare(grey, reading.zone ? reading : {}) ? 'glare' : otherwise
}

function isTiny({ grid, image }: MrzReading, originalLongSide: number) {
  return grid !== undefined && image !== undefined && (grid.pitch * originalLongSide) / Math.max(image.width, image.height) < SMALLEST_PITCH
}

/** A zone that is not there in its full width runs into the border. */
function leavesThePicture({ grid, image, zone }: MrzReading) {
  if (!grid || !image) return false
  const found = grid.lastColumn - grid.firstColumn + 1
  // One that lacks columns may agree with what was guessed for them.
  if (zone?.agrees && found >= LAYOUTS[zone.format].columns) return false
  if (found >= WHOLE_ZONE[grid.rows === 3 ? 3 : 2]) return false
  const margin = (grid.rows === 2 && LARGER_CARD.includes(found) ? CUT_OFF.whole : CUT_OFF.part) * grid.pitch
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

/** A reflection over the zone, or anywhere when no zone was found. */
export function hasGlare(grey: GreyImage, { grid, image }: Pick<MrzReading, 'grid' | 'image'> = {}): boolean {
  const spots = findReflections(grey)
  if (!grid || !image) return spots.length > 0
  const scale = Math.max(grey.width, grey.height) / Math.max(image.width, image.height)
  const reach = 1.5 * grid.pitch * scale
  const cells = Array.from({ length: grid.rows * 48 }, (_, index) => grid.place(grid.firstColumn - 2 + (index % 48), Math.floor(index / 48)).centre)
  return spots.some(({ left, right, top, bottom }) =>
    cells.some(([x, y]) => x * scale > left - reach && x * scale < right + reach && y * scale > top - reach && y * scale < bottom + reach),
  )
}
