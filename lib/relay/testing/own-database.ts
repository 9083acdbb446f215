import { randomBytes } from 'node:crypto'
import { migrate } from '../../../scripts/lib/migrate.mjs'
import { createDatabase } from '../../../scripts/lib/postgres/connection.mjs'

/**
 * A database of this test file's own: whoever delivers takes everything that is queued, and files run side by side.
 * To be called before anything else reads the environment.
 */
export async function useOwnDatabase(): Promise<void> {
  const url = new URL(process.env.DATABASE_URL as string)
  const name = `relay_${randomBytes(6).toString('hex')}`
  await createDatabase({ port: url.port, password: url.password }, name)
  url.pathname = `/${name}`
  await migrate(url.href)
  process.env.DATABASE_URL = url.href
}
