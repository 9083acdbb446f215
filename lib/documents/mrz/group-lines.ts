import type { Mark, TextLine } from './find-lines'

/** Two or three lines under each other that may be a machine-readable zone, from top to bottom. */
export type LineGroup = TextLine[]

/** Distance of neighbouring lines in pitches: 6 lines to the inch in cards, a quarter of an inch in passports. */
const DISTANCE = { least: 1.15, most: 3.1 }
const MOST_GROUPS = 6

/** The likeliest zones first. */
export function groupLines(lines: readonly TextLine[]): LineGroup[] {
  const groups = lines.flatMap((line) => runsOf(neighbours(line, lines), line))
  const distinct = new Map(groups.map((group) => [group.map(({ offset }) => Math.round(offset)).join(), group]))
  return [...distinct.values()].sort((one, other) => weight(other) - weight(one)).slice(0, MOST_GROUPS)
}

const weight = (group: LineGroup) => group.reduce((sum, { marks }) => sum + marks.length, 0)

function neighbours(base: TextLine, lines: readonly TextLine[]): TextLine[] {
  const middle = middleOf(base)
  const fits = (line: TextLine) =>
    Math.abs(line.pitch / base.pitch - 1) < 0.15 &&
    Math.abs(line.slope - base.slope) < 0.08 &&
    Math.abs(heightAt(line, middle) - heightAt(base, middle)) < 2.1 * DISTANCE.most * base.pitch &&
    overlap(line, base) > 0.5
  return lines.filter(fits).sort((one, other) => heightAt(one, middle) - heightAt(other, middle))
}

/** Consecutive lines with a plausible distance; longer runs are also tried without their first or last lines. */
function runsOf(sorted: readonly TextLine[], base: TextLine): LineGroup[] {
  const middle = middleOf(base)
  const runs: LineGroup[] = [[]]
  for (const line of sorted) {
    const last = runs.at(-1)?.at(-1)
    const distance = last ? (heightAt(line, middle) - heightAt(last, middle)) / base.pitch : DISTANCE.least
    if (distance < DISTANCE.least) continue
    if (distance > DISTANCE.most) runs.push([])
    runs.at(-1)?.push(line)
  }
  return runs
    .flatMap((run) => (run.length > 3 ? [run.slice(-3), run.slice(-2), run.slice(0, 3), run.slice(0, 2)] : [run]))
    .filter((run) => run.length >= 2)
}

const middleOf = ({ marks }: TextLine) => ((marks[0] as Mark).x + (marks.at(-1) as Mark).x) / 2

const heightAt = ({ slope, offset }: TextLine, x: number) => slope * x + offset

/** Share of `base` that runs beside `line`. */
function overlap(line: TextLine, base: TextLine) {
  const [start, end] = [(base.marks[0] as Mark).x, (base.marks.at(-1) as Mark).x]
  return (Math.min((line.marks.at(-1) as Mark).x, end) - Math.max((line.marks[0] as Mark).x, start)) / (end - start)
}
