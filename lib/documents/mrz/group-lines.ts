import { heightAt, slopeAt } from '../image/curve'
import type { TextLine } from './find-lines'
import type { Mark } from './mark'

/** Two or three lines under each other that may be a machine-readable zone, from top to bottom. */
export type LineGroup = TextLine[]

/**
 * Distance of neighbouring lines in pitches: 6 lines to the inch in cards, a quarter of an inch in passports. Where a page
 * turns away from the camera its pitch becomes shorter and this does not.
 */
const DISTANCE = { least: 1.15, most: 3.7 }
const MOST_GROUPS = 8

/** The likeliest zones first. */
export function groupLines(lines: readonly TextLine[]): LineGroup[] {
  const groups = lines.flatMap((line) => runsOf(neighbours(line, lines), line))
  const distinct = new Map(groups.map((group) => [group.map(nameOf).join(), group]))
  return [...distinct.values()].sort((one, other) => weight(other) - weight(one)).slice(0, MOST_GROUPS)
}

const nameOf = ({ marks: [first, ...others], axis }: TextLine) =>
  `${Math.round(heightAt(axis, axis.centre))}/${Math.round(first?.x ?? 0)}/${others.length}`

/** Marks, and how much a line looks like one of a zone rather than a longer one. */
const weight = (group: LineGroup) => group.reduce((sum, { marks }) => sum + Math.min(marks.length, 46), 0)

function neighbours(base: TextLine, lines: readonly TextLine[]): TextLine[] {
  const middle = middleOf(base)
  const slope = slopeAt(base.axis, middle)
  const fits = (line: TextLine) =>
    Math.abs(line.pitch / base.pitch - 1) < 0.15 &&
    Math.abs(slopeAt(line.axis, middle) - slope) < 0.08 &&
    Math.abs(heightAt(line.axis, middle) - heightAt(base.axis, middle)) < 2.1 * DISTANCE.most * base.pitch &&
    overlap(line, base) > 0.5
  return lines
    .filter((line) => line === base || (fits(line) && overlap(base, line) > 0.5))
    .sort((one, other) => heightAt(one.axis, middle) - heightAt(other.axis, middle))
}

/** Consecutive lines with a plausible distance; longer runs are also tried without their first or last lines. */
function runsOf(sorted: readonly TextLine[], base: TextLine): LineGroup[] {
  const middle = middleOf(base)
  // A line that rises has its pitch measured across the picture, and its neighbour's distance straight down.
  const upright = 1 / (1 + slopeAt(base.axis, middle) ** 2)
  const runs: LineGroup[] = [[]]
  for (const line of sorted) {
    const last = runs.at(-1)?.at(-1)
    const distance = last ? ((heightAt(line.axis, middle) - heightAt(last.axis, middle)) * upright) / base.pitch : DISTANCE.least
    if (distance < DISTANCE.least && last) {
      // Two versions of one line: the one that is as long as the base belongs to it.
      if (likeness(line, base) > likeness(last, base)) runs.at(-1)?.splice(-1, 1, line)
      continue
    }
    if (distance > DISTANCE.most) runs.push([])
    runs.at(-1)?.push(line)
  }
  return runs
    .flatMap((run) =>
      run.length > 3 ? [run.slice(-3), run.slice(-2), run.slice(0, 3), run.slice(0, 2)] : run.length === 3 ? [run, run.slice(-2)] : [run],
    )
    .filter((run) => run.length >= 2)
}

const likeness = (line: TextLine, base: TextLine) => (line === base ? 2 : overlap(line, base) * overlap(base, line))

const middleOf = ({ marks }: TextLine) => ((marks[0] as Mark).x + (marks.at(-1) as Mark).x) / 2

/** Share of `base` that runs beside `line`. */
function overlap(line: TextLine, base: TextLine) {
  const [start, end] = [(base.marks[0] as Mark).x, (base.marks.at(-1) as Mark).x]
  return (Math.min((line.marks.at(-1) as Mark).x, end) - Math.max((line.marks[0] as Mark).x, start)) / (end - start)
}
