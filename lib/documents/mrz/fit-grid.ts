import { type Correspondence, fitHomography, type Homography, type Point, project } from '../image/homography'
import { type Mark, median, type TextLine } from './find-lines'
import type { LineGroup } from './group-lines'
import { CELL_WIDTH } from './layers'
import type { CellPlace } from './sample-cell'

/** Height of an OCR-B capital in pitches. @see ISO 1073-2 */
const CAPITAL_HEIGHT = 1.087
const FEWEST_MARKS = 12

/** A net of columns and rows laid over a zone in a picture; column 0 is its leftmost mark. */
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
}

type Node = { column: number; row: number; at: Point; height: number }

/**
 * @param toImage from the frame the lines were found in (the picture, or the picture turned) to the picture
 * @returns undefined when the marks do not lie on a net
 */
export function fitGrid(group: LineGroup, toImage: (x: number, y: number) => Point): Grid | undefined {
  const pitch = median(group.map((line) => line.pitch))
  const nodes = numberColumns(group, pitch).map((node) => ({ ...node, at: toImage(...node.at) }))
  let kept = nodes
  let map: Homography | undefined
  for (let round = 0; round < 4; round++) {
    map = fitHomography(kept.map(correspondence))
    if (!map) return undefined
    const net = map
    kept = nodes.filter((node) => errorOf(net, node) < 0.24 * pitch)
    if (kept.length < FEWEST_MARKS) return undefined
  }
  const net = map as Homography
  const columns = kept.map(({ column }) => column)
  const slope = median(group.map((line) => line.slope))
  const tall = upperQuartile(kept.map(({ height }) => height)) - 0.5 * pitch * Math.abs(slope)
  // Blur and thresholds change the height of marks: believed within limits, and only half.
  const height = (Math.min(1.14 * pitch, Math.max(0.86 * pitch, tall / CAPITAL_HEIGHT)) + pitch) / 2
  return {
    rows: group.length,
    firstColumn: Math.min(...columns),
    lastColumn: Math.max(...columns),
    pitch,
    marks: kept.length,
    fit: kept.length / nodes.length,
    place: (column, row) => placeOf(net, column, row, height),
  }
}

// Numbers near 1 keep the sums of the fit well conditioned.
const COLUMN_UNIT = 44
const ROW_UNIT = 3
const PIXEL_UNIT = 1000

const correspondence = ({ column, row, at }: Node): Correspondence => ({
  from: [column / COLUMN_UNIT, row / ROW_UNIT],
  to: [at[0] / PIXEL_UNIT, at[1] / PIXEL_UNIT],
})

function onImage(net: Homography, column: number, row: number): Point {
  const [x, y] = project(net, column / COLUMN_UNIT, row / ROW_UNIT)
  return [x * PIXEL_UNIT, y * PIXEL_UNIT]
}

function errorOf(net: Homography, { column, row, at }: Node) {
  const [x, y] = onImage(net, column, row)
  // Fillers and letters with a tail have their middle higher or lower.
  return Math.hypot(x - at[0], (y - at[1]) * 0.7)
}

/** The step to the next pixel of the cell, right along the row and down across it. */
function placeOf(net: Homography, column: number, row: number, height: number): CellPlace {
  const centre = onImage(net, column, row)
  const [left, right] = [onImage(net, column - 0.5, row), onImage(net, column + 0.5, row)]
  const [above, below] = [onImage(net, column, row - 0.5), onImage(net, column, row + 0.5)]
  const length = Math.hypot(below[0] - above[0], below[1] - above[1])
  const step = height / CELL_WIDTH / length
  return {
    centre,
    right: [(right[0] - left[0]) / CELL_WIDTH, (right[1] - left[1]) / CELL_WIDTH],
    down: [(below[0] - above[0]) * step, (below[1] - above[1]) * step],
  }
}

/**
 * Counts the columns of each line from mark to mark, so that a pitch that grows towards the camera does no harm, and lays
 * the lines over each other in their middle: seen from an angle, their ends do not stand under each other.
 */
function numberColumns(group: LineGroup, pitch: number): Node[] {
  const slope = median(group.map((line) => line.slope))
  const along = ([x, y]: Point) => (x + slope * y) / Math.hypot(1, slope)
  const lines = group.map((line, row) => numberLine(line, row, pitch))
  const ends = lines.flatMap((nodes) => [along((nodes[0] as Node).at), along((nodes.at(-1) as Node).at)])
  const middle = ends.reduce((sum, end) => sum + end, 0) / ends.length
  const columnInMiddle = (nodes: Node[]) => {
    const nearest = nodes.reduce((one, other) => (Math.abs(along(other.at) - middle) < Math.abs(along(one.at) - middle) ? other : one))
    return nearest.column + (middle - along(nearest.at)) / pitch
  }
  const columns = lines.map(columnInMiddle)
  const highest = Math.max(...columns)
  return lines.flatMap((nodes, row) => nodes.map((node) => ({ ...node, column: node.column + Math.round(highest - (columns[row] as number)) })))
}

function numberLine({ marks }: TextLine, row: number, pitch: number): Node[] {
  const nodes: Node[] = []
  let [column, localPitch, previous] = [0, pitch, marks[0] as Mark]
  for (const mark of marks) {
    const step = mark.x - previous.x
    const columns = Math.round(step / localPitch)
    if (columns === 0 && nodes.length > 0) continue
    if (columns === 1) localPitch = 0.9 * localPitch + 0.1 * step
    column += columns
    previous = mark
    nodes.push({ column, row, at: [mark.x, mark.y], height: mark.height })
  }
  return nodes
}

const upperQuartile = (values: readonly number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.75)] ?? 0
