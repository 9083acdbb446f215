import { describe, expect, it } from 'vitest'
import { FairQueue, type QueueLimits } from './fair-queue'

/** Work that ends when told to, and the order in which it was begun. */
function aQueue(limits: Partial<QueueLimits> = {}) {
  const queue = new FairQueue({ atOnce: 1, mostWaiting: 100, mostWaitingEach: 100, ...limits })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: string, name = owner) =>
    queue.run(owner, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.push(end))
      return name
    })
  const endAll = async () => {
    for (let idle = 0; idle < 5; ) {
      const end = ends.shift()
      if (end) end()
      idle = end ? 0 : idle + 1
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { ask, begun, endAll, running: () => ends.length }
}

describe('a fair queue', () => {
  it('lets no second one in when an end and an arrival share a turn', async () => {
    const queue = new FairQueue({ atOnce: 1, mostWaiting: 100, mostWaitingEach: 100 })
    let [running, most] = [0, 0]
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
    }
    let end = () => {}
    const asked = [queue.run('first', () => new Promise<void>((resolve) => (end = resolve))), queue.run('second', work)]
    const arrive = (after: number): unknown => (after === 0 ? asked.push(queue.run('late', work)) : queueMicrotask(() => arrive(after - 1)))
    end()
    for (let turns = 0; turns < 8; turns++) arrive(turns)
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.all(asked)
    expect([most, asked.length]).toEqual([1, 10])
  })

  it('lets one from elsewhere wait for one only, of eighty that were there before', async () => {
    const { ask, begun, endAll } = aQueue({ atOnce: 2 })
    const many = Array.from({ length: 80 }, (_, i) => ask('a', `a${i}`))
    const one = ask('b')
    await endAll()
    expect(begun.indexOf('b')).toBe(3)
    expect(await one).toBe('b')
    expect(await Promise.all(many)).toHaveLength(80)
  })

  it('takes turns among all, and keeps the order of each', async () => {
    const { ask, begun, endAll } = aQueue()
    for (const name of ['a0', 'a1', 'a2', 'b0', 'b1', 'c0']) void ask(name[0] as string, name)
    await endAll()
    expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1'])
  })

  it('refuses what one owner asks for beyond its share, and nobody else', async () => {
    const { ask, endAll } = aQueue({ mostWaitingEach: 3 })
    const many = Array.from({ length: 6 }, (_, i) => ask('a', `a${i}`))
    const one = ask('b')
    await endAll()
    expect(await Promise.all(many)).toEqual(['a0', 'a1', 'a2', 'a3', null, null])
    expect(await one).toBe('b')
  })

  it('makes room for a newcomer at the cost of whoever waits for most', async () => {
    const { ask, endAll } = aQueue({ mostWaiting: 4 })
    const many = Array.from({ length: 5 }, (_, i) => ask('a', `a${i}`))
    const newcomers = [ask('b'), ask('c'), ask('d'), ask('e')]
    await endAll()
    expect(await Promise.all(many)).toEqual(['a0', 'a1', null, null, null])
    expect(await Promise.all(newcomers)).toEqual(['b', 'c', 'd', null])
  })

  it('never runs more at once than it may, and goes on after a failure', async () => {
    const { ask, running, endAll } = aQueue({ atOnce: 2 })
    const queue = new FairQueue({ atOnce: 1, mostWaiting: 1, mostWaitingEach: 1 })
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run('a', async () => 'yes')).toBe('yes')
    const all = Array.from({ length: 9 }, (_, i) => ask(`${i % 3}`, `${i}`))
    await new Promise((resolve) => setImmediate(resolve))
    expect(running()).toBe(2)
    await endAll()
    expect(await Promise.all(all)).toHaveLength(9)
  })
})
