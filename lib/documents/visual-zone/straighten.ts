import { brightnessAt, type GreyImage } from '../image/grey'
import type { Grid } from '../mrz/fit-grid'
import { CELL_WIDTH } from '../mrz/layers'
import type { DocumentFormat } from '../types'

/** Pixels of the result to one pitch of the machine-readable zone: small print becomes about twenty high. */
const SCALE = 22
/** Pitches that the page goes on above the zone. @see ICAO 9303-3 §3, sizes */
const HEIGHT_ABOVE: Record<DocumentFormat, number> = { TD1: 15, TD2: 21, TD3: 27 }
const MARGIN = 2.5

/** The part of the page above the zone, upright. Far from the zone perspective is left in: a reader of words bears it. */
export function straightenPage(image: GreyImage, grid: Grid, upsideDown: boolean, format: DocumentFormat): GreyImage {
  const columns = grid.lastColumn - grid.firstColumn + 1
  const middleColumn = (grid.firstColumn + grid.lastColumn) / 2
  const { centre, right } = grid.place(middleColumn, upsideDown ? grid.rows - 1 : 0)
  const sign = upsideDown ? -1 : 1
  const step = [(sign * right[0] * CELL_WIDTH) / SCALE, (sign * right[1] * CELL_WIDTH) / SCALE] as const
  const width = Math.round((columns + 2 * MARGIN) * SCALE)
  const height = Math.round(HEIGHT_ABOVE[format] * SCALE)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const down = y - height - SCALE
    for (let x = 0; x < width; x++) {
      const along = x - width / 2
      data[y * width + x] = brightnessAt(image, centre[0] + along * step[0] - down * step[1], centre[1] + along * step[1] + down * step[0])
    }
  }
  return { data, width, height }
}
