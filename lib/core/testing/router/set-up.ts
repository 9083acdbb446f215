import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { Prisma } from '#lib/core/db'
import { routeTo } from './route-to'

const look = new AsyncLocalStorage<boolean>()

/** Whether a test or a fixture of tests calls, not something of the product on its behalf. */
const isAskedByTest = () => /\.test\.ts|\/e2e\/fixtures\//.test((new Error().stack ?? '').split('\n')[3] ?? '')

vi.mock('#lib/core/db/single-query', async (original) => {
  const actual = await original<typeof import('#lib/core/db/single-query')>()
  const withDatabase = <Result>(work: (db: Prisma) => Promise<Result>): Promise<Result> =>
    isAskedByTest() ? look.run(true, () => actual.withDatabase(work)) : actual.withDatabase(work)
  return { ...actual, withDatabase }
})

process.env.SHARD_PRIMARIES = String((process.env.SHARD_DATABASES as string).split(' ').length)
await routeTo((process.env.SHARD_DATABASES as string).split(' '), () => look.getStore() === true)
