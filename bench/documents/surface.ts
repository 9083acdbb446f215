/** A sheet bent about one straight axis, as paper bends: what is flat on it keeps its length. Millimetres from its middle. */
export type Surface = {
  /** Height over the table at a place of the table, seen from above. */
  heightAt(x: number, y: number): number
  /** How steep the sheet is there across its axis. */
  slopeAt(x: number, y: number): number
  /** Where on the flat sheet that place is. */
  flatten(x: number, y: number): [x: number, y: number]
  /** The reverse of `flatten`, with the height. */
  bend(x: number, y: number): [x: number, y: number, height: number]
  flat: boolean
}

export type Bend = {
  /** Millimetres; negative: the edges stand up. */
  height: number
  /** Degrees between the axis and the page's upright edge; 0 bends the lines of text. */
  axis: number
  /** −1 to 1: towards which side the highest place lies. */
  peak: number
}

const STEPS = 800
const REACH = 2

/** @param half half of the sheet's length across the axis */
export function createSurface({ height, axis, peak }: Bend, half: number): Surface {
  const [cosine, sine] = [Math.cos((axis * Math.PI) / 180), Math.sin((axis * Math.PI) / 180)]
  const profile = (t: number) => {
    if (Math.abs(t) >= 1) return height < 0 ? -height * (1 + 0.5 * peak * Math.sign(t)) : 0
    return height < 0 ? -height * t * t * (1 + 0.5 * peak * t) : height * (1 - t * t) * (1 + 0.6 * peak * t)
  }
  const step = (2 * REACH * half) / STEPS
  const heights = Float64Array.from({ length: STEPS + 1 }, (_, index) => profile((index * step) / half - REACH))
  const lengths = new Float64Array(STEPS + 1)
  for (let index = 1; index <= STEPS; index++) {
    lengths[index] = (lengths[index - 1] as number) + Math.hypot(step, (heights[index] as number) - (heights[index - 1] as number))
  }
  const middle = lengths[STEPS / 2] as number
  const read = (table: Float64Array, across: number) => {
    const at = Math.min(STEPS - 1e-6, Math.max(0, (across + REACH * half) / step))
    const index = Math.floor(at)
    const [before, after] = [table[index] as number, table[index + 1] as number]
    return before + (after - before) * (at - index)
  }
  const acrossOf = (x: number, y: number) => x * cosine + y * sine
  const alongOf = (x: number, y: number) => y * cosine - x * sine
  const place = (across: number, along: number): [number, number] => [across * cosine - along * sine, across * sine + along * cosine]
  const lengthAt = (across: number) => read(lengths, across) - middle
  return {
    flat: height === 0,
    heightAt: (x, y) => read(heights, acrossOf(x, y)),
    slopeAt: (x, y) => (read(heights, acrossOf(x, y) + step) - read(heights, acrossOf(x, y) - step)) / (2 * step),
    flatten: (x, y) => place(lengthAt(acrossOf(x, y)), alongOf(x, y)),
    bend: (x, y) => {
      const wanted = acrossOf(x, y)
      let across = wanted
      for (let round = 0; round < 12; round++) across += wanted - lengthAt(across)
      return [...place(across, alongOf(x, y)), read(heights, across)]
    },
  }
}
