import { randomBytes } from 'node:crypto'
import { migrate } from '../../../scripts/lib/migrate.mjs'
import { createDatabase } from '../../../scripts/lib/postgres/running-server.mjs'

/**
 * A database of this test file's own: whoever delivers takes everything that is queued, and files run side by side.
 * To be called before anything else reads the environment.
 */
export async function useOwnDatabase(): Promise<void> {
  const url = await createDatabase(process.env.DATABASE_URL as string, `relay_${randomBytes(6).toString('hex')}`)
  await migrate(url)
  process.env.DATABASE_URL = url
}
