import { afterAll, expect, it } from 'vitest'
import { closeDatabase, sql } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { enqueueJob } from './store'
import { type Queue, workThrough } from './work-queue'

afterAll(closeDatabase)

/** A queue of its own, whose work for one target hangs until it is let go. */
function aQueue(settings: Partial<Queue> = {}) {
  const done: string[] = []
  let letGo = () => {}
  const hanging = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let [underWay, most] = [0, 0]
  const queue: Queue = {
    kind: `test-${randomBase62(8)}`,
    lanes: 4,
    maxTries: 3,
    giveUp: async () => {},
    async work({ app, nth }) {
      if (app === 'dead') {
        most = Math.max(most, ++underWay)
        await hanging
        underWay--
      }
      done.push(`${app} ${nth}`)
      return 'done'
    },
    ...settings,
  }
  const add = (app: string, nth: number) => enqueueJob(sql, queue.kind, { app, nth })
  return { queue, done, add, letGo, most: () => most }
}

it('work that hangs holds up nothing that becomes due meanwhile', async () => {
  const { queue, done, add, letGo } = aQueue()
  await add('dead', 1)
  const turn = workThrough(queue)(new AbortController().signal)
  await add('well', 1)
  await expect.poll(() => done).toEqual(['well 1'])
  await add('well', 2)
  await expect.poll(() => done).toEqual(['well 1', 'well 2'])
  letGo()
  await turn
  expect(done).toHaveLength(3)
})

it('one target has so many lanes and no more, however much of its work is due first', async () => {
  const { queue, done, add, letGo, most } = aQueue({ perTarget: { name: 'app', most: 2 } })
  for (let nth = 0; nth < 10; nth++) await add('dead', nth)
  for (let nth = 0; nth < 5; nth++) await add('well', nth)
  const turn = workThrough(queue)(new AbortController().signal)
  await expect.poll(() => done).toHaveLength(5)
  expect(most()).toBe(2)
  letGo()
  await turn
  expect([done.length, most()]).toEqual([15, 2])
})
