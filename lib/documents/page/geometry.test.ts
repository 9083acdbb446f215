import { describe, expect, it } from 'vitest'
import { projectBent } from '../image/bent-map'
import { fitCurve } from '../image/curve'
import type { Point } from '../image/homography'
import type { TextLine } from '../mrz/find-lines'
import { fitGrid } from '../mrz/fit-grid'
import { LAYOUTS } from '../mrz/layout'
import type { DocumentFormat } from '../types'
import { PAGES, pageGeometry } from './geometry'

type Map = (x: number, y: number) => Point

/** The zone's marks as a map of page millimetres to pixels puts them: centred, its rows' middle where the standard has it. */
function gridThrough(map: Map, format: DocumentFormat, rowMm: number, above: number) {
  const { rows, columns } = LAYOUTS[format]
  const { width, height } = PAGES[format]
  const lines = Array.from({ length: rows }, (_, row): TextLine => {
    const marks = Array.from({ length: columns }, (_, column) => {
      const [x, y] = map(width / 2 + (column - (columns - 1) / 2) * 2.54, height - above + (row - (rows - 1) / 2) * rowMm)
      return { x, y, width: 14, height: 20 }
    })
    return {
      marks,
      axis: fitCurve(
        marks.map(({ x, y }) => [x, y] as const),
        4,
      ),
      pitch: ((marks.at(-1)?.x ?? 0) - (marks[0]?.x ?? 0)) / (columns - 1),
      height: 20,
    }
  })
  return fitGrid(lines, (x, y) => [x, y])
}

function geometryOf(map: Map, format: DocumentFormat, rowMm: number, above: number) {
  const grid = gridThrough(map, format, rowMm, above)
  if (!grid) throw new Error('no grid')
  const geometry = pageGeometry({ grid, place: { column: grid.firstColumn, row: 0 }, scale: 1, several: false }, format)
  if (!geometry) throw new Error('no geometry')
  return geometry
}

const distance = ([x, y]: Point, [a, b]: Point) => Math.hypot(x - a, y - b)

const cases = [
  ['TD3', 6.35, 11.5],
  ['TD2', 6.35, 11.5],
  ['TD1', 4.233, 10.4],
] as const

describe('the page around a zone', () => {
  it.each(cases)('is found where a flat %s lies, turned and seen from an angle', (format, rowMm, above) => {
    const map: Map = (x, y) => {
      const depth = 1 + 0.0006 * x + 0.001 * y
      return [(120 + 9 * x - 0.8 * y) / depth, (90 + 0.8 * x + 9 * y) / depth]
    }
    const geometry = geometryOf(map, format, rowMm, above)
    const { width, height } = PAGES[format]
    const corners = [map(0, 0), map(width, 0), map(width, height), map(0, height)]
    const apart = geometry.outline.map((corner, index) => distance(corner, corners[index] as Point))
    expect(Math.max(...apart)).toBeLessThan(9 * 2.5)
  })

  it.each(cases)('follows the bend of a %s', (format, rowMm, above) => {
    const { width, height } = PAGES[format]
    const map: Map = (x, y) => [100 + 9 * x, 100 + 9 * y - 0.03 * 9 * width * (1 - ((2 * x) / width - 1) ** 2)]
    const geometry = geometryOf(map, format, rowMm, above)
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      for (const y of [height - above, height * 0.5, 0])
        expect(distance(geometry.toImage(width * share, y), map(width * share, y))).toBeLessThan(9 * 1.5)
    }
  })

  it('is the same page when the picture is upside down', () => {
    const map: Map = (x, y) => [100 + 9 * x, 100 + 9 * y]
    const turned = gridThrough(map, 'TD3', 6.35, 88 - 11.5)
    if (!turned) throw new Error('no grid')
    const geometry = pageGeometry({ grid: turned, place: { column: turned.firstColumn, row: 0 }, upsideDown: true, several: false }, 'TD3')
    expect(distance(geometry?.toImage(0, 0) ?? [0, 0], map(125, 88))).toBeLessThan(9)
    expect(distance(geometry?.toImage(125, 88) ?? [0, 0], map(0, 0))).toBeLessThan(9)
  })

  it('is unknown without a zone', () => {
    expect(pageGeometry({ several: false }, 'TD3')).toBeNull()
  })
})

describe('a net', () => {
  it('leaves a flat sheet flat', () => {
    const grid = gridThrough((x, y) => [100 + 9 * x, 100 + 9 * y], 'TD3', 6.35, 11.5)
    const [, , , ...curved] = grid?.net.map.y ?? []
    for (const term of curved) expect(Math.abs(term)).toBeLessThan(0.001)
    expect(projectBent(grid?.net.map ?? { x: [], y: [], depth: [0, 0] }, 0, 0)[0]).toBeCloseTo(0, 1)
  })
})
