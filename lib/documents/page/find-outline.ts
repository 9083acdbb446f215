import type { GreyImage } from '../image/grey'
import type { Rectangle, View } from './view'

/** Width by height. @see ICAO 9303-5 §2 */
const SHAPE = 85.6 / 54
const SHAPE_SLACK = [0.93, 0.965, 1, 1.035, 1.07]
/** Pixels between lines that may be an edge. */
const STEP = 3
/** Grey levels that an edge stands out by on average; the border of the picture counts as one that just does. */
const FAINTEST = 7
/** Millimetres that a card is at least wide in a view a hundred wide. */
const NARROWEST = 40

/**
 * The edges of a card in a view that lies straight: the rectangle of a card's shape whose four sides stand out most.
 * @param within what must lie inside
 * @returns undefined when no such rectangle can be seen
 */
export function findOutline({ image, scale, area }: View, within: Rectangle): Rectangle | undefined {
  const { width, height } = image
  const [down, across] = [steps(image, 'across'), steps(image, 'down')]
  const upright = (x: number, top: number, bottom: number) =>
    x <= 2 || x >= width - 3 ? FAINTEST : ((down[x * (height + 1) + bottom] as number) - (down[x * (height + 1) + top] as number)) / (bottom - top)
  const level = (y: number, left: number, right: number) =>
    y <= 2 || y >= height - 3 ? FAINTEST : ((across[y * (width + 1) + right] as number) - (across[y * (width + 1) + left] as number)) / (right - left)
  const inside = {
    left: (within.left - area.left) * scale,
    right: (within.right - area.left) * scale,
    top: (within.top - area.top) * scale,
    bottom: (within.bottom - area.top) * scale,
  }
  let best: { rectangle: Rectangle; strength: number } | undefined
  for (let left = 0; left < inside.left; left += STEP) {
    for (let right = width - 1; right > inside.right && right - left > NARROWEST * scale; right -= STEP) {
      for (let top = 0; top < inside.top; top += STEP) {
        for (const slack of SHAPE_SLACK) {
          const bottom = Math.round(top + ((right - left) / SHAPE) * slack)
          if (bottom <= inside.bottom || bottom >= height) continue
          const sides = [upright(left, top, bottom), upright(right, top, bottom), level(top, left, right), level(bottom, left, right)]
          const strength = Math.min(...sides) + sides.reduce((sum, side) => sum + Math.min(side, 40), 0) / 8
          if (Math.min(...sides) >= FAINTEST && strength > (best?.strength ?? 0)) best = { rectangle: { left, top, right, bottom }, strength }
        }
      }
    }
  }
  return best && toMillimetres(best.rectangle, scale, area)
}

const toMillimetres = ({ left, top, right, bottom }: Rectangle, scale: number, area: Rectangle): Rectangle => ({
  left: area.left + left / scale,
  top: area.top + top / scale,
  right: area.left + right / scale,
  bottom: area.top + bottom / scale,
})

/** How far two pixels on either side of a line differ, so that an edge slightly aslant counts, summed along every line. */
function steps({ data, width, height }: GreyImage, direction: 'across' | 'down'): Float32Array {
  const [lines, length] = direction === 'across' ? [width, height] : [height, width]
  const [overLine, along] = direction === 'across' ? [1, width] : [width, 1]
  const sums = new Float32Array(lines * (length + 1))
  for (let line = 0; line < lines; line++) {
    const start = line * (length + 1)
    for (let at = 0; at < length; at++) {
      const pixel = line * overLine + at * along
      const difference = line < 2 || line >= lines - 2 ? 0 : Math.abs((data[pixel - 2 * overLine] as number) - (data[pixel + 2 * overLine] as number))
      sums[start + at + 1] = (sums[start + at] as number) + difference
    }
  }
  return sums
}
