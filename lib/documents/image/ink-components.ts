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

/**
 * Spots that are darker than what surrounds them, by one rule after the other; pixels that touch at a corner belong
 * together.
 */
export function inkComponents(image: GreyImage, ...rules: readonly InkRule[]): Box[] {
  const sums = integral(image)
  return rules.flatMap((rule) => spotsOf(image, sums, rule))
}

function spotsOf(image: GreyImage, sums: Int32Array, rule: InkRule): Box[] {
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

/**
 * Sums of all pixels above and to the left, so that the mean of any square costs four look-ups. They may run over: the
 * differences are right all the same.
 */
function integral({ data, width, height }: GreyImage): Int32Array {
  const stride = width + 1
  const sums = new Int32Array(stride * (height + 1))
  for (let y = 0, at = 0, to = stride + 1; y < height; y++, to++) {
    let row = 0
    for (let x = 0; x < width; x++, at++, to++) {
      row += data[at] as number
      sums[to] = (sums[to - stride] as number) + row
    }
  }
  return sums
}

// Of all that is done to a picture this is done to most pixels: no division, and nothing made anew.
function inkRuns({ data, width, height }: GreyImage, sums: Int32Array, { window, share }: InkRule, y: number): Run[] {
  const stride = width + 1
  const top = Math.max(0, y - window) * stride
  const bottom = Math.min(height, y + window + 1) * stride
  const rows = (bottom - top) / stride
  const line = y * width
  const runs: Run[] = []
  let start = -1
  for (let x = 0; x < width; x++) {
    const left = x > window ? x - window : 0
    const right = x + window < width ? x + window + 1 : width
    const sum =
      ((sums[bottom + right] as number) - (sums[top + right] as number) - (sums[bottom + left] as number) + (sums[top + left] as number)) | 0
    const pixels = rows * (right - left)
    const value = data[line + x] as number
    if (value * pixels < sum * share && (value + LEAST_CONTRAST) * pixels < sum) {
      if (start < 0) start = x
    } else if (start >= 0) {
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
