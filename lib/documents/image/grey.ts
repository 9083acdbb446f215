/** One byte a pixel, row by row, 0 is black. */
export type GreyImage = { data: Uint8Array | Uint8ClampedArray; width: number; height: number }

/** The brightness between four pixels; beyond the border it is that of paper. */
export function brightnessAt({ data, width, height }: GreyImage, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 200
  const fx = x - left
  const fy = y - top
  const at = top * width + left
  const upper = (data[at] as number) * (1 - fx) + (data[at + 1] as number) * fx
  const lower = (data[at + width] as number) * (1 - fx) + (data[at + width + 1] as number) * fx
  return upper * (1 - fy) + lower * fy
}
