import type { TestProject } from 'vitest/node'
import { emptyDatabases } from './empty-databases'

/** The databases that all test files of a run share. */
export default async function setUp({ config }: TestProject): Promise<void> {
  const urls = await emptyDatabases(config.env.DATABASE_URL as string, Number(process.env.SHARDS ?? 2))
  config.env.SHARD_DATABASES = urls.join(' ')
}
