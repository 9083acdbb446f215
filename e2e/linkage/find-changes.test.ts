import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { findChanges, type Trial } from './find-changes'
import { View } from './observation'

const PEOPLE = 20

/** @param leak what an observer elsewhere is told of somebody, once they were chosen or were not */
const trial = (leak: (isChosen: boolean) => string): Trial => {
  const chosen = new Set(
    Array.from({ length: PEOPLE }, (_, n) => [Math.random(), n] as const)
      .sort(([a], [b]) => a - b)
      .slice(0, PEOPLE / 2)
      .map(([, n]) => n),
  )
  const look = (isAfter: boolean) =>
    Array.from({ length: PEOPLE }, (_, person) =>
      new View().add([
        ['status', leak(isAfter && chosen.has(person))],
        ['id', String(randomInt(2 ** 40))],
        ['some', randomInt(3) === 0 ? 'yes' : 'no'],
        ['same', 'constant'],
      ]),
    )
  return { chosen, before: look(false), after: look(true) }
}

it('finds a state that shows elsewhere what was done to a person', () => {
  const { changes } = findChanges([trial((isChosen) => (isChosen ? '450' : '250')), trial((isChosen) => (isChosen ? '450' : '250'))])
  expect(changes.map(({ path, what }) => [path, what])).toContainEqual(['status', 'changed'])
  expect(changes.every(({ path }) => path === 'status')).toBe(true)
})

it('finds that with most of the chosen, and with some others too', () => {
  const noisy = (isChosen: boolean) => (randomInt(20) < (isChosen ? 19 : 1) ? '450' : '250')
  expect(findChanges(Array.from({ length: 6 }, () => trial(noisy))).changes.map(({ path }) => path)).toContain('status')
})

it('finds nothing in 500 experiments in which nothing shows', () => {
  for (let run = 0; run < 500; run++) expect(findChanges([trial(() => '250'), trial(() => '250')]).changes, `run ${run}`).toEqual([])
})
