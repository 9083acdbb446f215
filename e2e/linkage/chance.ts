/**
 * How likely something is when nothing connects two views: the people of one are then in any order beside those of the
 * other, each order as likely. All bounds hold exactly for that, whatever the values are; nothing is estimated.
 */

/**
 * At least `hits` of the people beside themselves, when person i would match `degrees[i]` people of the other view.
 * The expected number of sets of so many hits is at least the probability that there is one.
 */
export function matchesByChance(degrees: readonly number[], hits: number): number {
  const people = degrees.length
  if (hits <= 0) return 1
  if (hits > people) return 0
  // Elementary symmetric polynomials: each way to choose so many people and a match for each.
  const ways = new Array<number>(hits + 1).fill(0)
  ways[0] = 1
  for (const degree of degrees) for (let k = hits; k > 0; k--) ways[k] = (ways[k] as number) + (ways[k - 1] as number) * degree
  let chance = ways[hits] as number
  for (let k = 0; k < hits; k++) chance /= people - k
  return Math.min(1, chance)
}

/** So many hits, and not one match with anybody else: less than that is not possible. */
export function leastChance(people: number, hits: number): number {
  let chance = 1
  for (let k = 0; k < hits; k++) chance /= people - k
  return chance
}

/** The same as `matchesByChance`, when it is known who matches whom; looked at from both sides. */
export function chanceOfMatches(matches: (i: number, j: number) => boolean, people: number, hits: number): number {
  const [rows, columns] = [new Array<number>(people).fill(0), new Array<number>(people).fill(0)]
  for (let i = 0; i < people; i++) {
    for (let j = 0; j < people; j++) {
      if (!matches(i, j)) continue
      rows[i] = (rows[i] as number) + 1
      columns[j] = (columns[j] as number) + 1
    }
  }
  return Math.min(matchesByChance(rows, hits), matchesByChance(columns, hits))
}

/** At most so many pairs out of order, when any order of so many people is as likely. @see Kendall 1938 */
export const orderByChance = (people: number, inversions: number): number => inversionsOf(people)[inversions] as number

const knownInversions = new Map<number, number[]>()

/** The probability of at most n inversions, for each n. @see Mahonian numbers */
function inversionsOf(people: number): number[] {
  const known = knownInversions.get(people)
  if (known) return known
  let chances = [1]
  for (let n = 2; n <= people; n++) {
    const next = new Array<number>((n * (n - 1)) / 2 + 1).fill(0)
    // Each of the n places for one more makes so many inversions.
    for (let place = 0; place < n; place++) for (const [k, chance] of chances.entries()) next[k + place] = (next[k + place] as number) + chance / n
    chances = next
  }
  let sum = 0
  const atMost = chances.map((chance) => (sum += chance))
  knownInversions.set(people, atMost)
  return atMost
}

/** One draw: of `all` people `marked` show something; `chosen` of them were chosen by lot. */
export type Draw = { all: number; marked: number; chosen: number }

/** The distribution of how many of the chosen are marked. */
export function drawn({ all, marked, chosen }: Draw): number[] {
  const total = logChoose(all, chosen)
  return Array.from({ length: Math.min(marked, chosen) + 1 }, (_, hits) =>
    chosen - hits > all - marked ? 0 : Math.exp(logChoose(marked, hits) + logChoose(all - marked, chosen - hits) - total),
  )
}

/** Several independent draws: as many hits in all as there were, or further from what is to be expected, on either side. */
export function drawsByChance(draws: readonly Draw[], hits: number): number {
  const distribution = draws.map(drawn).reduce(convolve, [1])
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return Math.min(1, 2 * Math.min(sum(distribution.slice(0, hits + 1)), sum(distribution.slice(hits))))
}

function convolve(a: number[], b: number[]): number[] {
  const both = new Array<number>(a.length + b.length - 1).fill(0)
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) both[i + j] = (both[i + j] as number) + x * y
  return both
}

const logFactorials = [0]

function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k++) logFactorials.push((logFactorials[k - 1] as number) + Math.log(k))
  return logFactorials[n] as number
}

const logChoose = (n: number, k: number) => (k < 0 || k > n ? Number.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(k) - logFactorial(n - k))
