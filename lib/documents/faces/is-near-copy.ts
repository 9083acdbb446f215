import type { GreyImage } from '../image/grey'

/** Pixels by which two aligned pictures are moved against each other, and what is left out at their rims for it. */
const SHIFT = 3
const RIM = 6

/**
 * Do two pictures of a face, eyes at the same places, show the same moment? A copy keeps its correlation through
 * printing, scaling and compression; two photographs of one person differ in light, look and turn.
 * @param least correlation of a copy
 */
export function isNearCopy(one: GreyImage, other: GreyImage, least: number): boolean {
  for (let down = -SHIFT; down <= SHIFT; down++) {
    for (let across = -SHIFT; across <= SHIFT; across++) {
      if (correlation(one, other, across, down) >= least) return true
    }
  }
  return false
}

/** Of brightness, −1 to 1: light and contrast of a whole picture do not change it. */
export function correlation(one: GreyImage, other: GreyImage, across: number, down: number): number {
  let [sumA, sumB, squaresA, squaresB, products, count] = [0, 0, 0, 0, 0, 0]
  for (let y = RIM; y < one.height - RIM; y++) {
    for (let x = RIM; x < one.width - RIM; x++) {
      const a = one.data[y * one.width + x] as number
      const b = other.data[(y + down) * other.width + x + across] as number
      sumA += a
      sumB += b
      squaresA += a * a
      squaresB += b * b
      products += a * b
      count++
    }
  }
  const spread = (squaresA - sumA ** 2 / count) * (squaresB - sumB ** 2 / count)
  return spread > 0 ? (products - (sumA * sumB) / count) / Math.sqrt(spread) : 0
}
