import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { Prisma } from '#lib/core/db'
import { emptyDatabases } from './empty-databases'
import { routeTo } from './route-to'

const look = new AsyncLocalStorage<boolean>()
const isLooking = () => look.getStore() === true

/** Whether a test or a fixture of tests calls, not something of the product on its behalf. */
const isAskedByTest = () => /\.test\.ts|\/e2e\/fixtures\/|\/testing\/a-person/.test((new Error().stack ?? '').split('\n')[3] ?? '')

vi.mock('#lib/core/db/single-query', async (original) => {
  const actual = await original<typeof import('#lib/core/db/single-query')>()
  const withDatabase = <Result>(work: (db: Prisma) => Promise<Result>): Promise<Result> =>
    isAskedByTest() ? look.run(true, () => actual.withDatabase(work)) : actual.withDatabase(work)
  return { ...actual, withDatabase }
})

/** Some files want databases of their own: they have as many as the others share. */
vi.mock('#lib/relay/testing/own-database', () => ({
  useOwnDatabase: async () => {
    const shared = (process.env.SHARD_DATABASES as string).split(' ')
    await routeTo(await emptyDatabases(shared[0] as string, shared.length), isLooking)
  },
}))

process.env.SHARD_PRIMARIES = String((process.env.SHARD_DATABASES as string).split(' ').length)
await routeTo((process.env.SHARD_DATABASES as string).split(' '), isLooking)
