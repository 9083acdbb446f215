/** The database a service runs on: the given one, or the embedded one of the data directory; migrated. */
import { migrate } from './migrate.mjs'
import { startPostgres } from './postgres/embedded-postgres.mjs'
import { say, step } from './progress.mjs'

const DATABASE = 'signet'

/** @returns {Promise<{url: string, wasMigrated: boolean, exited?: Promise<unknown>}>} */
export async function openDatabase({ databaseUrl, dataDir }, lifetime) {
  const server = databaseUrl ? undefined : await step('Starting the embedded database', () => startPostgres({ dataDir }))
  if (server) lifetime.onEnd(server.stop)
  await server?.createDatabase(DATABASE)
  const url = databaseUrl ?? server.url(DATABASE)
  const applied = await migrate(url)
  if (applied.length > 0) say(`✓ Applied ${applied.length === 1 ? 'migration' : `${applied.length} migrations up to`} ${applied.at(-1)}`)
  return { url, wasMigrated: applied.length > 0, exited: server?.exited }
}
