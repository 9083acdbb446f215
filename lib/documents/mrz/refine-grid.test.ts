import { expect, it } from 'vitest'
import type { GreyImage } from '../image/grey'
import { createSpecimen } from '../specimen/create-specimen'
import { type Grid, onNet } from './fit-grid'
import { readMrz } from './read-mrz'
import { refineGrid } from './refine-grid'

it('a net that lies beside its letters at one end is laid over them', async () => {
  const { image } = await createSpecimen({
    format: 'TD3',
    seed: 73_000,
    today: new Date('2026-11-21T00:00:00Z'),
    view: { width: 1200, height: 900 },
  })
  const reading = await readMrz(image)
  const [picture, grid] = [reading.image as GreyImage, reading.grid as Grid]
  const half = (column: number) => Math.max(0, (column - 22) / 22) * 0.4 * grid.pitch
  const astray: Grid = {
    ...grid,
    place: (column, row) => {
      const place = grid.place(column, row)
      return { ...place, centre: [place.centre[0] + half(column), place.centre[1]] }
    },
  }
  const laid = refineGrid(picture, astray, false)
  const off = ({ place }: Grid, column: number) => Math.abs(place(column, 0).centre[0] - onNet(grid.net, column, 0)[0]) / grid.pitch
  expect(off(astray, 42)).toBeGreaterThan(0.3)
  expect(off(laid as Grid, 42)).toBeLessThan(0.2)
  expect(off(laid as Grid, 2)).toBeLessThan(0.2)
  expect(refineGrid(picture, grid, false)).toBeUndefined()
})
