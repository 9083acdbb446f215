import type { Picture } from './decode'
import { fitHomography, type Point, project } from './homography'

/**
 * The part of a picture within four corners, straightened.
 * @param corners top-left, top-right, bottom-right, bottom-left of the thing itself; they may lie beyond the picture
 * @returns undefined when the corners enclose nothing; what lies beyond the picture is grey
 */
export function rectify(picture: Picture, corners: readonly Point[], width: number, height: number): Picture | undefined {
  const [unitX, unitY] = [1 / picture.width, 1 / picture.height]
  const ends: Point[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]
  const map = fitHomography(corners.map(([x, y], index) => ({ from: ends[index] as Point, to: [x * unitX, y * unitY] })))
  if (!map) return undefined
  const data = new Uint8Array(width * height * 3).fill(BEYOND)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const [u, v] = project(map, (x + 0.5) / width, (y + 0.5) / height)
      sample(picture, u * picture.width - 0.5, v * picture.height - 0.5, data, at)
    }
  }
  return { data, width, height }
}

const BEYOND = 128

/** Writes the colour between four pixels. */
function sample({ data, width, height }: Picture, x: number, y: number, to: Uint8Array, at: number) {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (!(left >= 0 && top >= 0 && left < width - 1 && top < height - 1)) return
  const [fx, fy] = [x - left, y - top]
  const above = (top * width + left) * 3
  const below = above + width * 3
  for (let channel = 0; channel < 3; channel++) {
    const upper = (data[above + channel] as number) * (1 - fx) + (data[above + 3 + channel] as number) * fx
    const lower = (data[below + channel] as number) * (1 - fx) + (data[below + 3 + channel] as number) * fx
    to[at + channel] = upper * (1 - fy) + lower * fy + 0.5
  }
}
