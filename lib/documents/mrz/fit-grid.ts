import { type BentMap, type BentPair, fitBentMap, projectBent } from '../image/bent-map'
import { slopeAt } from '../image/curve'
import type { Point } from '../image/homography'
import { median } from './find-lines'
import type { LineGroup } from './group-lines'
import { CELL_WIDTH } from './layers'
import { type Node, numberColumns } from './number-columns'
import type { CellPlace } from './sample-cell'

/** Height of an OCR-B capital in pitches. @see ISO 1073-2 */
const CAPITAL_HEIGHT = 1.087
/** Width of most of its capitals in pitches, ink spread included. */
const CAPITAL_WIDTH = 0.71
const NARROWEST = 0.74
const FEWEST_MARKS = 12
/** Marks to a row without which a curve would follow chance. */
const FEWEST_TO_BEND = 9
/** In pitches, how far from its place in the net a mark may stand. */
const ASTRAY = 0.26
/** Columns a mark may have been counted wrongly. */
const MISCOUNT = 2

/** A net of columns and rows laid over a zone in a picture; column 0 is its leftmost mark. Rows may be curved. */
export type Grid = {
  rows: number
  firstColumn: number
  lastColumn: number
  /** Pixels from one column to the next. */
  pitch: number
  /** How many marks lie where the net says, and what share of all that is. */
  marks: number
  fit: number
  place: (column: number, row: number) => CellPlace
  /** Of its cells, beside those of the usual cuts of OCR-B. */
  cellWidth: number
  /** Of its cells, pixels that stand for a pitch from the foot to the top. */
  cellHeight: number
  net: Net
}

/** The map behind a grid, for what stands on the same sheet beyond the zone. */
export type Net = { map: BentMap; frame: Frame }

/** Numbers near 1 keep the sums of the fit well conditioned. */
type Frame = { column: number; columns: number; row: number; at: Point }

const COLUMN_UNIT = 22
/** Pixels that count as one in the map behind a grid. */
export const GRID_UNITS = 1000

/**
 * @param toImage from the frame the lines were found in (the picture, or the picture turned) to the picture
 * @returns undefined when the marks do not lie on a net
 */
export function fitGrid(group: LineGroup, toImage: (x: number, y: number) => Point): Grid | undefined {
  const pitch = median(group.map((line) => line.pitch))
  const nodes = numberColumns(group, pitch).map((node) => ({ ...node, at: toImage(...node.at) }))
  const fitted = fitNet(nodes, group.length, pitch)
  if (!fitted) return undefined
  const { net, kept } = fitted
  const columns = kept.map(({ column }) => column)
  const slope = median(group.map(({ axis }) => slopeAt(axis, axis.centre)))
  const tall = upperQuartile(kept.map(({ height }) => height)) - 0.5 * pitch * Math.abs(slope)
  // Blur and thresholds change the height of marks: believed within limits, and only half.
  const height = (Math.min(1.14 * pitch, Math.max(0.86 * pitch, tall / CAPITAL_HEIGHT)) + pitch) / 2
  // Some cuts are narrower than others; looked at through a narrower cell, their letters fill it as usual.
  const wide = upperQuartile(kept.map(({ width }) => width)) / pitch / CAPITAL_WIDTH
  const width = 0.2 + 0.8 * Math.min(1.05, Math.max(NARROWEST, wide))
  return {
    rows: group.length,
    firstColumn: Math.min(...columns),
    lastColumn: Math.max(...columns),
    pitch,
    marks: kept.length,
    fit: kept.length / nodes.length,
    place: (column, row) => placeOf(net, column, row, { width, height }),
    cellWidth: width,
    cellHeight: height,
    net,
  }
}

/** The same columns and rows, laid otherwise. */
export const withNet = (grid: Grid, net: Net): Grid => ({
  ...grid,
  place: (column, row) => placeOf(net, column, row, { width: grid.cellWidth, height: grid.cellHeight }),
  net,
})

/** Begins with the unbroken middle of the lines; what else lies on the same net joins it. */
function fitNet(nodes: readonly Node[], rows: number, pitch: number): { net: Net; kept: Node[] } | undefined {
  const seeds = nodes.filter(({ seed }) => seed)
  let kept = seeds.length >= FEWEST_MARKS * rows ? seeds : [...nodes]
  const frame = frameOf(kept, rows)
  let net: Net | undefined
  for (let round = 0; round < 4; round++) {
    const map = fitBentMap(
      kept.map((node) => pairOf(node, frame)),
      kept.length >= FEWEST_TO_BEND * rows,
    )
    if (!map) return undefined
    net = { map, frame }
    const fitted = net
    kept = nodes.flatMap((node) => recounted(fitted, node, ASTRAY * pitch) ?? [])
    if (kept.length < FEWEST_MARKS) return undefined
  }
  return net && { net, kept }
}

function frameOf(nodes: readonly Node[], rows: number): Frame {
  const columns = nodes.map(({ column }) => column)
  const mean = (axis: 0 | 1) => nodes.reduce((sum, { at }) => sum + at[axis], 0) / nodes.length
  return { column: (Math.min(...columns) + Math.max(...columns)) / 2, columns: COLUMN_UNIT, row: (rows - 1) / 2, at: [mean(0), mean(1)] }
}

/** Where a mark stands, as the map behind a grid is fitted to. */
export const pairOf = ({ column, row, at }: Pick<Node, 'column' | 'row' | 'at'>, frame: Frame): BentPair => ({
  from: [(column - frame.column) / frame.columns, row - frame.row],
  to: [(at[0] - frame.at[0]) / GRID_UNITS, (at[1] - frame.at[1]) / GRID_UNITS],
})

/** The node with the column it stands in by the net; undefined when it stands in none. */
function recounted(net: Net, node: Node, most: number): Node | undefined {
  for (const by of [0, -1, 1, -MISCOUNT, MISCOUNT]) {
    const candidate = by === 0 ? node : { ...node, column: node.column + by }
    if (errorOf(net, candidate) < most) return candidate
  }
  return undefined
}

/** Where a column and a row cross, both also between whole numbers. */
export function onNet({ map, frame }: Net, column: number, row: number): Point {
  const [x, y] = projectBent(map, (column - frame.column) / frame.columns, row - frame.row)
  return [x * GRID_UNITS + frame.at[0], y * GRID_UNITS + frame.at[1]]
}

function errorOf(net: Net, { column, row, at }: Node) {
  const [x, y] = onNet(net, column, row)
  // Fillers and letters with a tail have their middle higher or lower.
  return Math.hypot(x - at[0], (y - at[1]) * 0.7)
}

/** The step to the next pixel of the cell, right along the row and down across it. */
function placeOf(net: Net, column: number, row: number, { width, height }: { width: number; height: number }): CellPlace {
  const centre = onNet(net, column, row)
  const [left, right] = [onNet(net, column - 0.5, row), onNet(net, column + 0.5, row)]
  const [above, below] = [onNet(net, column, row - 0.5), onNet(net, column, row + 0.5)]
  const length = Math.hypot(below[0] - above[0], below[1] - above[1])
  const step = height / CELL_WIDTH / length
  return {
    centre,
    right: [((right[0] - left[0]) * width) / CELL_WIDTH, ((right[1] - left[1]) * width) / CELL_WIDTH],
    down: [(below[0] - above[0]) * step, (below[1] - above[1]) * step],
  }
}

const upperQuartile = (values: readonly number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.75)] ?? 0
