import type { Box } from '../image/ink-components'

/** A spot of ink that may be a character: its middle and its size. */
export type Mark = { x: number; y: number; width: number; height: number }

/** Characters at equal distances along `y = slope * x + offset`, from left to right. */
export type TextLine = { marks: Mark[]; slope: number; offset: number; pitch: number; height: number }

const SEEDS = 60
const SHORTEST_CHAIN = 5
const SHORTEST_LINE = 16
/** Columns; lines of a zone have 30 to 44, and a few may be lost or added at the ends. */
const SPAN = { least: 20, most: 52 }
const STEEPEST = 0.5

/** The lines of evenly spaced characters in a picture. @param longSide of the picture: characters are small beside it */
export function findLines(boxes: readonly Box[], longSide: number): TextLine[] {
  const marks = boxes.filter((box) => mayBeCharacter(box, longSide)).map(toMark)
  marks.sort((one, other) => one.x - other.x)
  const lines: TextLine[] = []
  for (const chain of chains(marks).slice(0, SEEDS)) {
    const line = extendToLine(chain, marks)
    if (line && !lines.some((other) => coincide(line, other))) lines.push(line)
  }
  return lines
}

function mayBeCharacter({ left, right, top, bottom, area }: Box, longSide: number) {
  const [width, height] = [right - left + 1, bottom - top + 1]
  return height >= 6 && height <= longSide / 18 && width <= height * 1.6 && area >= 6
}

const toMark = ({ left, right, top, bottom }: Box): Mark => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
  width: right - left + 1,
  height: bottom - top + 1,
})

/** Rows of marks each of which is the nearest neighbour of the one before it, and the other way round; the longest first. */
function chains(marks: readonly Mark[]): Mark[][] {
  const next = marks.map((_, index) => nearestToTheRight(marks, index))
  const previous = new Map<number, { index: number; distance: number }>()
  next.forEach((found, index) => {
    const rival = found && previous.get(found.index)
    if (found && (!rival || found.distance < rival.distance)) previous.set(found.index, { index, distance: found.distance })
  })
  const follows = (index: number) => {
    const found = next[index]
    return found && previous.get(found.index)?.index === index ? found.index : undefined
  }
  const starts = marks.flatMap((_, index) => (previous.has(index) && follows(previous.get(index)?.index as number) === index ? [] : [index]))
  const found = starts.map((start) => {
    const chain: Mark[] = []
    for (let at: number | undefined = start; at !== undefined; at = follows(at)) chain.push(marks[at] as Mark)
    return chain
  })
  return found.filter((chain) => chain.length >= SHORTEST_CHAIN).sort((one, other) => other.length - one.length)
}

function nearestToTheRight(marks: readonly Mark[], from: number): { index: number; distance: number } | undefined {
  const mark = marks[from] as Mark
  const reach = mark.x + 2.6 * mark.height + 6
  let best: { index: number; distance: number } | undefined
  for (let index = from + 1; index < marks.length; index++) {
    const other = marks[index] as Mark
    if (other.x >= reach) break
    const [dx, dy, tallest] = [other.x - mark.x, Math.abs(other.y - mark.y), Math.max(mark.height, other.height)]
    if (tallest > 2 * Math.min(mark.height, other.height) || dx < 0.35 * tallest || dy > 0.5 * tallest) continue
    const distance = dx + 2.5 * dy
    if (!best || distance < best.distance) best = { index, distance }
  }
  return best
}

/** Gathers everything of like height along the chain, and keeps it when it has the regular pitch of OCR-B. */
function extendToLine(chain: readonly Mark[], marks: readonly Mark[]): TextLine | undefined {
  const height = median(chain.map((mark) => mark.height))
  let members: readonly Mark[] = chain
  let axis = fitAxis(members)
  for (let round = 0; round < 3; round++) {
    const { slope, offset } = axis
    members = marks.filter((mark) => Math.abs(mark.y - slope * mark.x - offset) < 0.38 * height && isLike(mark.height, height))
    if (members.length < SHORTEST_LINE) return undefined
    axis = fitAxis(members)
  }
  if (Math.abs(axis.slope) > STEEPEST) return undefined
  const pitch = median(steps(members))
  const run = longestRun(members, 3.6 * pitch)
  if (run.length < SHORTEST_LINE - 2 || regularity(run, pitch) < 0.6) return undefined
  const span = ((run.at(-1) as Mark).x - (run[0] as Mark).x) / pitch + 1
  if (span < SPAN.least || span > SPAN.most) return undefined
  return { marks: run, ...fitAxis(run), pitch, height: median(run.map((mark) => mark.height)) }
}

const isLike = (height: number, model: number) => height > model * 0.45 && height < model * 1.6

const steps = (marks: readonly Mark[]) => marks.slice(1).map((mark, index) => mark.x - (marks[index] as Mark).x)

function longestRun(marks: readonly Mark[], largestGap: number): Mark[] {
  const runs: Mark[][] = [[]]
  for (const mark of marks) {
    const last = runs.at(-1)?.at(-1)
    if (last && mark.x - last.x > largestGap) runs.push([])
    runs.at(-1)?.push(mark)
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest))
}

/** Share of the steps that are whole multiples of the pitch. */
function regularity(marks: readonly Mark[], pitch: number) {
  const columns = steps(marks).map((step) => step / pitch)
  const regular = columns.filter((step) => Math.round(step) >= 1 && Math.abs(step - Math.round(step)) < 0.22)
  return regular.length / columns.length
}

/** Least squares, leaving out what lies far off and trying again. */
function fitAxis(marks: readonly Mark[]): { slope: number; offset: number } {
  let kept = marks
  let axis = { slope: 0, offset: 0 }
  for (let round = 0; round < 4; round++) {
    axis = leastSquares(kept)
    const { slope, offset } = axis
    const errors = kept.map((mark) => Math.abs(mark.y - slope * mark.x - offset))
    const limit = Math.max(1.5, 2.5 * median(errors))
    const near = kept.filter((_, index) => (errors[index] as number) <= limit)
    if (near.length < SHORTEST_CHAIN || near.length === kept.length) break
    kept = near
  }
  return axis
}

function leastSquares(marks: readonly Mark[]): { slope: number; offset: number } {
  const [meanX, meanY] = [mean(marks.map((mark) => mark.x)), mean(marks.map((mark) => mark.y))]
  const spread = marks.reduce((sum, mark) => sum + (mark.x - meanX) ** 2, 0)
  const slope = spread < 1e-6 ? 0 : marks.reduce((sum, mark) => sum + (mark.x - meanX) * (mark.y - meanY), 0) / spread
  return { slope, offset: meanY - slope * meanX }
}

function coincide(one: TextLine, other: TextLine) {
  const { x } = one.marks[one.marks.length >> 1] as Mark
  const [start, end] = [other.marks[0] as Mark, other.marks.at(-1) as Mark]
  const apart = Math.abs((one.slope - other.slope) * x + one.offset - other.offset)
  return apart < 0.6 * one.height && x > start.x && x < end.x
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0
}
