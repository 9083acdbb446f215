import { type Curve, fitCurve, heightAt, slopeAt } from '../image/curve'
import type { Box } from '../image/ink-components'
import type { Mark } from './mark'
import { nearestMark } from './nearest-mark'

/** Characters at equal distances along a curve, from left to right. */
export type TextLine = { marks: Mark[]; axis: Curve; pitch: number; height: number }

const SEEDS = 60
const SHORTEST_CHAIN = 5
const SHORTEST_LINE = 16
/** Columns; lines of a zone have 30 to 44, and a few may be lost at the ends. */
const FEWEST_COLUMNS = 20
/** Longer lines hold something that stands beside the zone. */
const LONGEST_ZONE = 46
const STEEPEST = 0.5
/** In pitches. Within a zone every column is printed; a document's margin is wider than this. */
const GAP = { most: 3.6, margin: 2.1 }
/** Powers of a line's curve: a page rises, falls and flattens towards its spine. */
const DEGREE = 4

/** The lines of evenly spaced characters in a picture. @param longSide of the picture: characters are small beside it */
export function findLines(boxes: readonly Box[], longSide: number): TextLine[] {
  const marks = boxes.filter((box) => mayBeCharacter(box, longSide)).map(toMark)
  marks.sort((one, other) => one.x - other.x)
  const lines: TextLine[] = []
  for (const chain of chains(marks).slice(0, SEEDS)) {
    if (lines.some((line) => runsThrough(line, chain))) continue
    for (const line of extendToLines(chain, marks)) if (!lines.some((other) => coincide(line, other))) lines.push(line)
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

/**
 * Follows the chain to both sides along its own curve, and keeps what has the regular pitch of OCR-B: the whole of it, and
 * when that is longer than a zone, each part between two wide gaps too.
 */
function extendToLines(chain: readonly Mark[], marks: readonly Mark[]): TextLine[] {
  const height = median(chain.map((mark) => mark.height))
  const pitch = median(steps(chain))
  const followed = follow([...follow([...chain], marks, height, pitch, -1)], marks, height, pitch, 1)
  if (followed.length < SHORTEST_LINE) return []
  const whole = gather(followed, marks, height, pitch)
  const parts = whole.length < SHORTEST_LINE || columnsOf(whole, pitch) <= LONGEST_ZONE ? [] : splitAt(whole, GAP.margin * pitch)
  return [whole, ...parts].flatMap((members) => toLine(members) ?? [])
}

/** Adds one mark after the other where the last ones point to. @param side 1 to the right, -1 to the left */
function follow(run: Mark[], marks: readonly Mark[], height: number, pitch: number, side: 1 | -1): Mark[] {
  for (;;) {
    const last = side > 0 ? run.slice(-12) : run.slice(0, 12)
    const end = (side > 0 ? last.at(-1) : last[0]) as Mark
    const axis = fitCurve(
      last.map(({ x, y }) => [x, y] as const),
      last.length >= 10 && isDense(last, pitch) ? 2 : 1,
    )
    const found = nearestMark(marks, { axis, from: end.x, side, least: 0.45 * pitch, most: GAP.most * pitch, height })
    if (!found) return run
    if (side > 0) run.push(found)
    else run.unshift(found)
  }
}

const isDense = (run: readonly Mark[], pitch: number) => ((run.at(-1) as Mark).x - (run[0] as Mark).x) / pitch < 1.25 * run.length

/** Everything of like height near the curve of the line. */
function gather(run: readonly Mark[], marks: readonly Mark[], height: number, pitch: number): Mark[] {
  let members: readonly Mark[] = run
  for (let round = 0; round < 2; round++) {
    const axis = fitAxis(members)
    const [start, end] = [(members[0] as Mark).x - pitch / 2, (members.at(-1) as Mark).x + pitch / 2]
    const near = marks.filter(
      (mark) => mark.x > start && mark.x < end && Math.abs(mark.y - heightAt(axis, mark.x)) < 0.38 * height && isLike(mark.height, height),
    )
    if (near.length < SHORTEST_LINE) return []
    members = near
  }
  return [...members]
}

function toLine(members: readonly Mark[]): TextLine | undefined {
  if (members.length < SHORTEST_LINE - 2) return undefined
  const axis = fitAxis(members)
  if (Math.abs(slopeAt(axis, axis.centre)) > STEEPEST) return undefined
  const pitch = median(steps(members))
  if (regularity(members) < 0.6 || columnsOf(members, pitch) < FEWEST_COLUMNS) return undefined
  return { marks: [...members], axis, pitch, height: median(members.map((mark) => mark.height)) }
}

const isLike = (height: number, model: number) => height > model * 0.45 && height < model * 1.6

const steps = (marks: readonly Mark[]) => marks.slice(1).map((mark, index) => mark.x - (marks[index] as Mark).x)

const columnsOf = (marks: readonly Mark[], pitch: number) => ((marks.at(-1) as Mark).x - (marks[0] as Mark).x) / pitch + 1

function splitAt(marks: readonly Mark[], largestGap: number): Mark[][] {
  const runs: Mark[][] = [[]]
  for (const mark of marks) {
    const last = runs.at(-1)?.at(-1)
    if (last && mark.x - last.x > largestGap) runs.push([])
    runs.at(-1)?.push(mark)
  }
  return runs.length > 1 ? runs : []
}

/** Steps to either side whose median is the pitch of a place: towards the camera it may be twice what it is elsewhere. */
const NEARBY = 5

/** The pitch at each step from one mark to the next. */
export function pitchesAlong(marks: readonly Mark[]): number[] {
  const widths = steps(marks)
  return widths.map((_, at) => median(widths.slice(Math.max(0, at - NEARBY), at + NEARBY + 1)))
}

/** Share of the steps that are whole multiples of the pitch. */
function regularity(marks: readonly Mark[]) {
  const pitches = pitchesAlong(marks)
  const columns = steps(marks).map((step, at) => step / (pitches[at] as number))
  const regular = columns.filter((step) => Math.round(step) >= 1 && Math.abs(step - Math.round(step)) < 0.22)
  return regular.length / columns.length
}

/** Least squares, leaving out what lies far off and trying again. */
function fitAxis(marks: readonly Mark[]): Curve {
  let kept = marks
  let axis = fitCurve([[0, 0]], 0)
  for (let round = 0; round < 4; round++) {
    axis = fitCurve(
      kept.map(({ x, y }) => [x, y] as const),
      DEGREE,
    )
    const fitted = axis
    const errors = kept.map((mark) => Math.abs(mark.y - heightAt(fitted, mark.x)))
    const limit = Math.max(1.5, 2.5 * median(errors))
    const near = kept.filter((_, index) => (errors[index] as number) <= limit)
    if (near.length < SHORTEST_CHAIN || near.length === kept.length) break
    kept = near
  }
  return axis
}

function runsThrough({ axis, marks, height }: TextLine, chain: readonly Mark[]) {
  const { x, y } = chain[chain.length >> 1] as Mark
  return x > (marks[0] as Mark).x && x < (marks.at(-1) as Mark).x && Math.abs(y - heightAt(axis, x)) < 0.3 * height
}

/** The same line found twice; a part of a line is another one. */
function coincide(one: TextLine, other: TextLine) {
  const { x } = one.marks[one.marks.length >> 1] as Mark
  const [start, end] = [other.marks[0] as Mark, other.marks.at(-1) as Mark]
  const apart = Math.abs(heightAt(one.axis, x) - heightAt(other.axis, x))
  const isPart = one.marks.length < other.marks.length && columnsOf(other.marks, other.pitch) > LONGEST_ZONE
  return !isPart && apart < 0.6 * one.height && x > start.x && x < end.x
}

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0
}
