import { brightnessAt, type GreyImage } from '../image/grey'
import type { Point } from '../image/homography'
import { CELL_HEIGHT, CELL_SIZE, CELL_WIDTH } from './layers'

/** Where a cell lies in a picture: its middle and the steps to the next pixel of the cell. */
export type CellPlace = { centre: Point; right: Point; down: Point }

/** @returns grey values, row by row */
export function sampleCell(image: GreyImage, { centre, right, down }: CellPlace): Float32Array {
  const cell = new Float32Array(CELL_SIZE)
  for (let row = 0; row < CELL_HEIGHT; row++) {
    const v = row + 0.5 - CELL_HEIGHT / 2
    for (let column = 0; column < CELL_WIDTH; column++) {
      const u = column + 0.5 - CELL_WIDTH / 2
      const x = centre[0] + u * right[0] + v * down[0]
      const y = centre[1] + u * right[1] + v * down[1]
      cell[row * CELL_WIDTH + column] = brightnessAt(image, x, y)
    }
  }
  return cell
}

/** The same cell upside down. */
export const turned = ({ centre, right, down }: CellPlace): CellPlace => ({ centre, right: [-right[0], -right[1]], down: [-down[0], -down[1]] })
