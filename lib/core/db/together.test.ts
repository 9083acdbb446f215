import { expect, it } from 'vitest'
import { together } from './together'

it('asks at once for the first, and for all that came meanwhile together; an answer is never older than its question', async () => {
  const asked: string[][] = []
  let answerNow = () => {}
  const upper = together(async (keys: string[]) => {
    asked.push(keys)
    await new Promise<void>((resolve) => {
      answerNow = resolve
    })
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]))
  })
  const first = upper('a')
  await expect.poll(() => asked).toEqual([['a']])
  const others = Promise.all(['b', 'nobody', 'a', 'b'].map(upper))
  answerNow()
  expect(await first).toBe('A')
  await expect.poll(() => asked).toEqual([['a'], ['b', 'nobody', 'a']])
  answerNow()
  expect(await others).toEqual(['B', undefined, 'A', 'B'])
})

it('fails those who asked together, and nobody after them', async () => {
  let isDown = true
  const same = together(async (keys: number[]) => {
    if (isDown) throw new Error('down')
    return new Map(keys.map((key) => [key, key]))
  })
  const tried = await Promise.allSettled([1, 2].map(same))
  expect(tried.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await same(3)).toBe(3)
})
