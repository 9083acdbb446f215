import { type Picture, toGrey } from './decode'

const SIDE = 16
/** Smaller steps are noise. */
const LEAST_STEP = 2

/** Of each of 16 by 16 fields of a picture: is it brighter than its right neighbour? Scaling and compression change few. */
export function differenceHash(picture: Picture): boolean[] {
  const { data, width, height } = toGrey(picture, 'brightness')
  const columns = SIDE + 1
  const [sums, counts] = [new Float64Array(columns * SIDE), new Float64Array(columns * SIDE)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const field = Math.floor((y * SIDE) / height) * columns + Math.floor((x * columns) / width)
      sums[field] = (sums[field] as number) + (data[y * width + x] as number)
      counts[field] = (counts[field] as number) + 1
    }
  }
  const brightness = sums.map((sum, field) => sum / Math.max(1, counts[field] as number))
  return Array.from({ length: SIDE * SIDE }, (_, bit) => {
    const field = Math.floor(bit / SIDE) * columns + (bit % SIDE)
    return (brightness[field] as number) > (brightness[field + 1] as number) + LEAST_STEP
  })
}

/** Share of fields that differ, 0–1: half for unlike pictures. */
export const hashDistance = (one: readonly boolean[], other: readonly boolean[]) =>
  one.reduce((sum, bit, index) => sum + (bit === other[index] ? 0 : 1), 0) / one.length
