import { type BentPair, fitBentMap } from '../image/bent-map'
import type { GreyImage } from '../image/grey'
import { type Grid, pairOf, withNet } from './fit-grid'
import { recognise } from './glyph-network'
import { CELL_WIDTH } from './layers'
import { type CellPlace, sampleCell, turned } from './sample-cell'

/** Columns that are moved together: so many letters tell where they stand even where each of them is hardly seen. */
const TOGETHER = 6
/** In pitches, how far letters are moved at once, and how often. */
const STEP = 0.2
const MOST_STEPS = 3
const BESIDE = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
/** Mean logarithm by which letters must be clearer elsewhere. */
const CLEARER = 0.02

/**
 * The same net, laid where its letters are clearest: marks that run together, or are lost in grain, have led it astray. Letters
 * are moved some columns at once, and a net is laid through where they came to stand.
 * @returns undefined when they stand best where they are
 */
export function refineGrid(image: GreyImage, grid: Grid, upsideDown: boolean): Grid | undefined {
  const { firstColumn, lastColumn, rows } = grid
  const columns = lastColumn - firstColumn + 1
  const windows = Math.max(2, Math.round(columns / TOGETHER))
  const pairs: BentPair[] = []
  let better = false
  for (let window = 0; window < windows; window++) {
    const from = firstColumn + Math.round((window * columns) / windows)
    const to = firstColumn + Math.round(((window + 1) * columns) / windows)
    const cells = Array.from({ length: (to - from) * rows }, (_, at) => [from + Math.floor(at / rows), at % rows] as const)
    const [right, down] = clearestMove(
      image,
      cells.map(([column, row]) => grid.place(column, row)),
      upsideDown,
    )
    better ||= right !== 0 || down !== 0
    for (const [column, row] of cells) pairs.push(pairOf({ column, row, at: moved(grid.place(column, row), right, down).centre }, grid.net.frame))
  }
  const map = better ? fitBentMap(pairs, true) : undefined
  return map && withNet(grid, { map, frame: grid.net.frame })
}

/** In pitches; climbs to where nothing beside it is clearer. */
function clearestMove(image: GreyImage, places: readonly CellPlace[], upsideDown: boolean): [right: number, down: number] {
  const seen = new Map<string, number>()
  const clarity = (right: number, down: number) => {
    const key = `${right} ${down}`
    const known = seen.get(key) ?? clarityOf(image, places, upsideDown, right * STEP, down * STEP)
    seen.set(key, known)
    return known
  }
  let [right, down] = [0, 0]
  for (let step = 0; step < MOST_STEPS; step++) {
    const here = clarity(right, down)
    let best: readonly [number, number] = [right, down]
    for (const [dx, dy] of BESIDE) if (clarity(right + dx, down + dy) > clarity(...best)) best = [right + dx, down + dy]
    if (clarity(...best) < here + CLEARER) break
    ;[right, down] = best
  }
  return [right * STEP, down * STEP]
}

function clarityOf(image: GreyImage, places: readonly CellPlace[], upsideDown: boolean, right: number, down: number): number {
  let sum = 0
  for (const place of places) {
    const at = moved(place, right, down)
    sum += Math.log(Math.max(...recognise(sampleCell(image, upsideDown ? turned(at) : at))) + 1e-3)
  }
  return sum / places.length
}

function moved({ centre, right, down }: CellPlace, byRight: number, byDown: number): CellPlace {
  const at = (axis: 0 | 1) => centre[axis] + CELL_WIDTH * (byRight * right[axis] + byDown * down[axis])
  return { centre: [at(0), at(1)], right, down }
}
