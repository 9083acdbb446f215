/** Windows that stand in even steps all over a picture, and where each of their values is found. */
export type Windows = {
  places: number
  /** Values that a window sees. */
  taps: number
  /** Place by place, tap by tap. What lies beyond the border is found behind the last value of the picture: a zero. */
  sources: Uint16Array
}

/**
 * @param picture its values stand row by row, the channels of a pixel together
 * @param side of a window, in pixels
 */
export function windowsOver(picture: { width: number; height: number; channels: number }, side: number, step: number): Windows {
  const { width, height, channels } = picture
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)]
  const beyond = width * height * channels
  const [left, top] = [((columns - 1) * step + side - width) >> 1, ((rows - 1) * step + side - height) >> 1]
  const sources: number[] = []
  for (let place = 0; place < columns * rows; place++) {
    const [firstX, firstY] = [(place % columns) * step - left, Math.floor(place / columns) * step - top]
    for (let tap = 0; tap < side * side * channels; tap++) {
      const pixel = Math.floor(tap / channels)
      const [x, y] = [firstX + (pixel % side), firstY + Math.floor(pixel / side)]
      sources.push(x < 0 || y < 0 || x >= width || y >= height ? beyond : (y * width + x) * channels + (tap % channels))
    }
  }
  return { places: columns * rows, taps: side * side * channels, sources: Uint16Array.from(sources) }
}

/** Fills `seen` with what each window sees, place by place. */
export function look({ sources }: Windows, picture: Float32Array, seen: Float32Array) {
  for (let at = 0; at < sources.length; at++) seen[at] = picture[sources[at] as number] as number
}
