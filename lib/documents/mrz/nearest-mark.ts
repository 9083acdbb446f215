import { type Curve, heightAt } from '../image/curve'
import type { Mark } from './find-lines'

/** Where the next character of a line may be: beside `from` by `least` to `most` pixels, near the curve, of like height. */
export type Search = { axis: Curve; from: number; side: 1 | -1; least: number; most: number; height: number }

/** @param marks from left to right */
export function nearestMark(marks: readonly Mark[], { axis, from, side, least, most, height }: Search): Mark | undefined {
  const [low, high] = side > 0 ? [from + least, from + most] : [from - most, from - least]
  let best: { mark: Mark; distance: number } | undefined
  for (let index = firstFrom(marks, low); index < marks.length; index++) {
    const mark = marks[index] as Mark
    if (mark.x > high) break
    const apart = Math.abs(mark.y - heightAt(axis, mark.x))
    if (apart > 0.42 * height || mark.height < 0.45 * height || mark.height > 1.6 * height) continue
    const distance = Math.abs(mark.x - from) + 1.5 * apart
    if (!best || distance < best.distance) best = { mark, distance }
  }
  return best?.mark
}

/** Index of the first mark not left of `x`. */
function firstFrom(marks: readonly Mark[], x: number): number {
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle] as Mark).x < x) low = middle + 1
    else high = middle
  }
  return low
}
