import { depthAt, type Looks } from './head'

type Visit = (x: number, y: number, depth: number, slopeX: number, slopeY: number) => void

/** A face measured once at every point of a net. */
export class Relief {
  readonly #columns: number
  readonly #rows: number
  readonly #depths: Float32Array

  constructor(
    readonly looks: Looks,
    readonly step: number,
  ) {
    this.#columns = Math.ceil((2 * looks.faceWidth) / step) + 1
    this.#rows = Math.ceil((2 * looks.faceHeight) / step) + 1
    this.#depths = Float32Array.from({ length: this.#columns * this.#rows }, (_, index) => {
      const [column, row] = [index % this.#columns, Math.floor(index / this.#columns)]
      return depthAt(looks, column * step - looks.faceWidth, row * step - looks.faceHeight) ?? Number.NaN
    })
  }

  /** Slopes are rises of depth for a step right or down; at the rim the face falls away. */
  forEachPoint(visit: Visit) {
    const { looks, step } = this
    for (let row = 0; row < this.#rows; row++) {
      for (let column = 0; column < this.#columns; column++) {
        const depth = this.#at(column, row)
        if (Number.isNaN(depth)) continue
        const slope = (dx: number, dy: number) => (this.#near(column + dx, row + dy, depth) - this.#near(column - dx, row - dy, depth)) / (2 * step)
        visit(column * step - looks.faceWidth, row * step - looks.faceHeight, depth, slope(1, 0), slope(0, 1))
      }
    }
  }

  #near(column: number, row: number, instead: number) {
    const depth = this.#at(column, row)
    return Number.isNaN(depth) ? instead - 2 * this.step : depth
  }

  #at(column: number, row: number) {
    const outside = column < 0 || row < 0 || column >= this.#columns || row >= this.#rows
    return outside ? Number.NaN : (this.#depths[row * this.#columns + column] as number)
  }
}
