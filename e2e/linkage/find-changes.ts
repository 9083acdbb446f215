import { type Draw, drawsByChance } from './chance'
import { pathsOf, type View } from './observation'

/**
 * One trial: something happened to those people who were chosen by lot, and an observer elsewhere looked at everybody
 * before and after. The n-th view of both is of the n-th person.
 */
export type Trial = { chosen: ReadonlySet<number>; before: readonly View[]; after: readonly View[] }

export type Change = { path: string; what: string; hits: number; chosen: number; marked: number; chance: number }

const ALPHA = 1e-5

/**
 * What the observer could tell the chosen from the others by: that something changed with them and not with others, or
 * did not though it did with others; or a value that the chosen have afterwards.
 * @param trials of the same kind, each with a lot of its own
 */
export function findChanges(trials: readonly Trial[]): { changes: Change[]; tried: number } {
  const questions = pathsOf(trials.flatMap(({ before, after }) => [...before, ...after])).flatMap((path) => questionsAbout(path, trials))
  const asked = questions.flatMap(({ path, what, isMarked }) => {
    const draws: Draw[] = trials.map((trial) => {
      const people = trial.after.map((_, person) => person)
      return { all: people.length, chosen: trial.chosen.size, marked: people.filter((person) => isMarked(trial, person)).length }
    })
    const marked = draws.reduce((sum, draw) => sum + draw.marked, 0)
    // The same for everybody tells nobody apart.
    if (marked === 0 || draws.every((draw) => draw.marked === draw.all)) return []
    const hits = trials.reduce((sum, trial) => sum + [...trial.chosen].filter((person) => isMarked(trial, person)).length, 0)
    const chosen = trials.reduce((sum, trial) => sum + trial.chosen.size, 0)
    return [{ path, what, hits, chosen, marked, chance: drawsByChance(draws, hits) }]
  })
  const changes = asked.filter(({ chance }) => chance < ALPHA / Math.max(1, asked.length)).sort((a, b) => a.chance - b.chance)
  return { changes, tried: asked.length }
}

type Question = { path: string; what: string; isMarked: (trial: Trial, person: number) => boolean }

/** More different values than this are something random. */
const MOST_VALUES = 12

function questionsAbout(path: string, trials: readonly Trial[]): Question[] {
  const said = (views: readonly View[], person: number) => (views[person] as View).at(path).join('\n')
  const values = new Set(trials.flatMap(({ after }) => after.map((_, person) => said(after, person))))
  return [
    { path, what: 'changed', isMarked: ({ before, after }, person) => said(before, person) !== said(after, person) },
    ...(values.size > MOST_VALUES ? [] : [...values]).map((value) => ({
      path,
      what: `is ${JSON.stringify(value.slice(0, 80))}`,
      isMarked: ({ after }: Trial, person: number) => said(after, person) === value,
    })),
  ]
}
