import { projectBeyond } from '../image/bent-map'
import { GRID_UNITS, type Grid, onNet } from '../mrz/fit-grid'
import { LAYOUTS } from '../mrz/layout'
import type { MrzReading } from '../mrz/read-mrz'
import type { DocumentFormat, Point, Quad } from '../types'

/** Millimetres. @see ICAO 9303-5 §2, 9303-6 §2, 9303-4 §2 */
export const PAGES: Record<DocumentFormat, { width: number; height: number }> = {
  TD1: { width: 85.6, height: 54 },
  TD2: { width: 105, height: 74 },
  TD3: { width: 125, height: 88 },
}

export type PageGeometry = {
  format: DocumentFormat
  /** Page millimetres from its top-left, upright, to pixels of the picture that was read. */
  toImage(xMm: number, yMm: number): Point
  /** The page's rectangle. */
  outline: Quad
  /** Millimetres. */
  area(left: number, top: number, right: number, bottom: number): Quad
}

/** Ten characters to the inch. @see ICAO 9303-3 §4.4, ISO 1073-2 */
const PITCH = 2.54
/** Millimetres from row to row, six or four to the inch. @see ICAO 9303-5, 9303-6, 9303-4, figures of the zone */
const ROW_DISTANCE = { narrow: 4.233, wide: 6.35 }
/** A sheet seen aslant looks lower by a tenth; more than that, and its rows do stand so near. */
const ASLANT = { least: 0.86, most: 1.06 }
/** Millimetres from the middle of the zone's rows to the lower edge of the page, for each distance of rows. */
const ZONE_ABOVE_EDGE: Record<DocumentFormat, number> = { TD1: 10.4, TD2: 11.5, TD3: 11.5 }

/**
 * Where the page lies in the picture, told from the net of its zone: columns are 2.54 mm apart, rows a fraction of an inch,
 * and the zone has its place on each size of document. Curved rows are respected near the zone; towards the top edge errors
 * grow to about three millimetres.
 * @returns null without a zone
 * @see ICAO 9303-3 §3
 */
export function pageGeometry({ grid, place, scale = 1, upsideDown = false }: MrzReading, format: DocumentFormat): PageGeometry | null {
  if (!grid || !place) return null
  const { rows, columns } = LAYOUTS[format]
  const { width, height } = PAGES[format]
  const rowMm = rowDistance(grid, place.column + columns / 2, place.row + (rows - 1) / 2)
  const toGrid = (x: number, y: number): Point => {
    const column = (x - width / 2) / PITCH + (columns - 1) / 2
    const row = (y - (height - ZONE_ABOVE_EDGE[format])) / rowMm + (rows - 1) / 2
    return upsideDown ? [place.column + columns - 1 - column, place.row + rows - 1 - row] : [place.column + column, place.row + row]
  }
  const toImage = (x: number, y: number): Point => {
    const [column, row] = toGrid(x, y)
    const [imageX, imageY] = beyondNet(grid, column, row)
    return [imageX * scale, imageY * scale]
  }
  const area = (left: number, top: number, right: number, bottom: number): Quad => [
    toImage(left, top),
    toImage(right, top),
    toImage(right, bottom),
    toImage(left, bottom),
  ]
  return { format, toImage, area, outline: area(0, 0, width, height) }
}

/** What stands off the standard's two distances is believed as it looks. */
function rowDistance(grid: Grid, column: number, row: number): number {
  const [left, right] = [onNet(grid.net, column - 0.5, row), onNet(grid.net, column + 0.5, row)]
  const [above, below] = [onNet(grid.net, column, row - 0.5), onNet(grid.net, column, row + 0.5)]
  const seen = (PITCH * Math.hypot(below[0] - above[0], below[1] - above[1])) / Math.hypot(right[0] - left[0], right[1] - left[1])
  const standard = Object.values(ROW_DISTANCE).find((distance) => seen > distance * ASLANT.least && seen < distance * ASLANT.most)
  return standard ?? seen
}

function beyondNet({ net: { map, frame }, rows, firstColumn, lastColumn }: Grid, column: number, row: number): Point {
  const reach = (lastColumn - firstColumn) / 2 / frame.columns
  const [x, y] = projectBeyond(map, (column - frame.column) / frame.columns, row - frame.row, reach, [-frame.row, rows - 1 - frame.row])
  return [x * GRID_UNITS + frame.at[0], y * GRID_UNITS + frame.at[1]]
}
