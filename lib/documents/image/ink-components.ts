import type { GreyImage } from './grey'

/** The borders of a connected spot of ink, all inclusive, and how many pixels it has. */
export type Box = { left: number; top: number; right: number; bottom: number; area: number }

export type InkRule = {
  /** Half the side of the square whose mean a pixel is compared with. */
  window: number
  /** Ink is darker than this share of the mean around it. */
  share: number
}

/** Darker than its surroundings by less is grain. */
const LEAST_CONTRAST = 6

type Run = { start: number; end: number; label: number }

/** Spots that are darker than what surrounds them; pixels that touch at a corner belong together. */
export function inkComponents(image: GreyImage, rule: InkRule): Box[] {
  const sums = integral(image)
  const spots = new Spots()
  let above: Run[] = []
  for (let y = 0; y < image.height; y++) {
    const runs = inkRuns(image, sums, rule, y)
    joinRows(above, runs, spots)
    for (const run of runs) spots.add(run, y)
    above = runs
  }
  return spots.boxes()
}

/** Sums of all pixels above and to the left, so that the mean of any square costs four look-ups. */
function integral({ data, width, height }: GreyImage): Uint32Array {
  const stride = width + 1
  const sums = new Uint32Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    const [above, here] = [y * stride, (y + 1) * stride]
    for (let x = 0; x < width; x++) {
      row += data[y * width + x] as number
      sums[here + x + 1] = (sums[above + x + 1] as number) + row
    }
  }
  return sums
}

function inkRuns({ data, width, height }: GreyImage, sums: Uint32Array, { window, share }: InkRule, y: number): Run[] {
  const stride = width + 1
  const [top, bottom] = [Math.max(0, y - window) * stride, Math.min(height, y + window + 1) * stride]
  const rows = (bottom - top) / stride
  const runs: Run[] = []
  let start = -1
  for (let x = 0; x < width; x++) {
    const [left, right] = [Math.max(0, x - window), Math.min(width, x + window + 1)]
    const sum = (sums[bottom + right] as number) - (sums[top + right] as number) - (sums[bottom + left] as number) + (sums[top + left] as number)
    const mean = sum / (rows * (right - left))
    const value = data[y * width + x] as number
    const ink = value < mean * share && value < mean - LEAST_CONTRAST
    if (ink && start < 0) start = x
    if (!ink && start >= 0) {
      runs.push({ start, end: x - 1, label: -1 })
      start = -1
    }
  }
  if (start >= 0) runs.push({ start, end: width - 1, label: -1 })
  return runs
}

/** Gives every run the label of the runs it touches in the row above, or a new one. */
function joinRows(above: readonly Run[], runs: readonly Run[], spots: Spots) {
  let first = 0
  for (const run of runs) {
    while (first < above.length && (above[first] as Run).end < run.start - 1) first++
    for (let other = first; other < above.length && (above[other] as Run).start <= run.end + 1; other++) {
      const label = (above[other] as Run).label
      run.label = run.label < 0 ? label : spots.join(run.label, label)
    }
    if (run.label < 0) run.label = spots.create()
  }
}

/** Labels that may turn out to be one spot. @see Tarjan 1975, disjoint sets */
class Spots {
  readonly #parents: number[] = []
  readonly #boxes: Box[] = []

  create(): number {
    this.#boxes.push({ left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: -1, bottom: -1, area: 0 })
    return this.#parents.push(this.#parents.length) - 1
  }

  join(one: number, other: number): number {
    const [root, second] = [this.#root(one), this.#root(other)]
    if (root === second) return root
    this.#parents[second] = root
    grow(this.#boxes[root] as Box, this.#boxes[second] as Box)
    return root
  }

  add({ start, end, label }: Run, y: number) {
    grow(this.#boxes[this.#root(label)] as Box, { left: start, right: end, top: y, bottom: y, area: end - start + 1 })
  }

  boxes(): Box[] {
    return this.#boxes.filter((_, label) => this.#parents[label] === label)
  }

  #root(label: number): number {
    let root = label
    while (this.#parents[root] !== root) {
      const parent = this.#parents[root] as number
      this.#parents[root] = this.#parents[parent] as number
      root = parent
    }
    return root
  }
}

function grow(box: Box, by: Box) {
  box.left = Math.min(box.left, by.left)
  box.right = Math.max(box.right, by.right)
  box.top = Math.min(box.top, by.top)
  box.bottom = Math.max(box.bottom, by.bottom)
  box.area += by.area
}
