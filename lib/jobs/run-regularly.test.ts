import { expect, it } from 'vitest'
import { runRegularly } from './run-regularly'

it('goes on after a failure, and one job that hangs holds up no other', async () => {
  const stop = new AbortController()
  let turns = 0
  const fails = async () => {
    turns++
    if (turns === 3) stop.abort()
    throw new Error('no')
  }
  const hangs = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))
  await runRegularly(
    [
      { name: 'fails', everySeconds: 0.001, work: fails },
      { name: 'hangs', everySeconds: 1, work: hangs },
    ],
    stop.signal,
  )
  expect(turns).toBe(3)
})
