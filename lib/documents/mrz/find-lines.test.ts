import { describe, expect, it } from 'vitest'
import type { Box } from '../image/ink-components'
import { findLines } from './find-lines'
import { fitGrid } from './fit-grid'
import { groupLines } from './group-lines'

const COLUMNS = 44

/**
 * Two rows of marks on a page whose right side turns away from the camera: the pitch falls evenly from the first column to
 * the last, and the rows rise.
 */
function zone({ first, last, rise, distance }: { first: number; last: number; rise: number; distance: number }): Box[] {
  const boxes: Box[] = []
  for (let row = 0; row < 2; row++) {
    let x = 200
    for (let column = 0; column < COLUMNS; column++) {
      const pitch = first + ((last - first) * column) / (COLUMNS - 1)
      const [width, height] = [0.7 * pitch, 1.05 * pitch]
      const y = 700 - rise * (x - 200) + row * distance * pitch
      boxes.push({ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2, area: width * height * 0.3 })
      x += pitch
    }
  }
  return boxes
}

const marksOf = (boxes: Box[]) => {
  const groups = groupLines(findLines(boxes, 1600))
  return Math.max(0, ...groups.map((group) => fitGrid(group, (x, y) => [x, y])?.marks ?? 0))
}

describe('the lines of a zone', () => {
  it.each([
    ['that lies flat', { first: 24, last: 24, rise: 0, distance: 2.5 }],
    ['whose pitch falls to little more than half', { first: 28, last: 16, rise: 0, distance: 2.5 }],
    ['that rises, with its pitch shortened', { first: 24, last: 19, rise: 0.36, distance: 3.1 }],
  ])('are found: %s', (_, shape) => {
    expect(marksOf(zone(shape))).toBeGreaterThanOrEqual(2 * COLUMNS - 2)
  })

  it('are none where marks stand at any distance', () => {
    const irregular = zone({ first: 24, last: 24, rise: 0, distance: 2.5 }).map((box, index) => {
      const by = ((index * 37) % 23) - 11
      return { ...box, left: box.left + by, right: box.right + by }
    })
    expect(marksOf(irregular)).toBe(0)
  })
})
