import { slopeAt } from '../image/curve'
import type { Point } from '../image/homography'
import { median, pitchesAlong, type TextLine } from './find-lines'
import type { LineGroup } from './group-lines'
import type { Mark } from './mark'

/** A mark with its place in the net of a zone. `seed` when it stands in its line's longest unbroken row of columns. */
export type Node = { column: number; row: number; at: Point; width: number; height: number; seed: boolean }

/** Steps beyond this many pitches, or far from a whole number of them, break a row. */
const BREAK = { widest: 2.1, astray: 0.25 }

/**
 * Counts the columns of each line from mark to mark, so that a pitch that grows towards the camera does no harm, and lays
 * the lines over each other in their middle: seen from an angle, their ends do not stand under each other.
 */
export function numberColumns(group: LineGroup, pitch: number): Node[] {
  const slope = median(group.map(({ axis }) => slopeAt(axis, axis.centre)))
  const along = ([x, y]: Point) => (x + slope * y) / Math.hypot(1, slope)
  const lines = group.map(numberLine)
  const ends = lines.flatMap((nodes) => {
    const seeds = nodes.filter(({ seed }) => seed)
    return [along((seeds[0] as Node).at), along((seeds.at(-1) as Node).at)]
  })
  const middle = ends.reduce((sum, end) => sum + end, 0) / ends.length
  const columnInMiddle = (nodes: Node[]) => {
    const nearest = nodes.reduce((one, other) => (Math.abs(along(other.at) - middle) < Math.abs(along(one.at) - middle) ? other : one))
    return nearest.column + (middle - along(nearest.at)) / pitch
  }
  const columns = lines.map(columnInMiddle)
  const highest = Math.max(...columns)
  return lines.flatMap((nodes, row) => nodes.map((node) => ({ ...node, column: node.column + Math.round(highest - (columns[row] as number)) })))
}

function numberLine({ marks }: TextLine, row: number): Node[] {
  const nodes: Node[] = []
  const segments: number[] = []
  const pitches = pitchesAlong(marks)
  let [column, previous, segment] = [0, marks[0] as Mark, 0]
  for (const [index, mark] of marks.entries()) {
    const localPitch = pitches[Math.max(0, index - 1)] as number
    const step = mark.x - previous.x
    const columns = Math.round(step / localPitch)
    if (columns === 0 && nodes.length > 0) continue
    if (columns > BREAK.widest || Math.abs(step / localPitch - columns) > BREAK.astray) segment++
    column += columns
    previous = mark
    nodes.push({ column, row, at: [mark.x, mark.y], width: mark.width, height: mark.height, seed: false })
    segments.push(segment)
  }
  const longest = longestOf(segments)
  return nodes.map((node, index) => ({ ...node, seed: segments[index] === longest }))
}

function longestOf(segments: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))[0]
}
