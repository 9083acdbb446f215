/** The database a command works on: the given one, or the embedded one of the data directory. */
import { holdDataDir, makePrivateDir } from './data-dir.mjs'
import { Failure } from './failure.mjs'
import { migrate } from './migrate.mjs'
import { findPostgres, startPostgres } from './postgres/embedded-postgres.mjs'
import { say, step } from './progress.mjs'

/** @import {Configuration} from './configuration.mjs' */
/** @import {Lifetime} from './lifetime.mjs' */

const DATABASE = 'signet'

/**
 * For a service: started and migrated.
 * @param {Configuration} configuration
 * @param {Lifetime} lifetime
 * @returns {Promise<{url: string, wasMigrated: boolean, exited?: Promise<unknown>}>}
 */
export async function openDatabase({ databaseUrl, dataDir }, lifetime) {
  const server = databaseUrl ? undefined : await step('Starting the embedded database', () => startPostgres({ dataDir }))
  if (server) lifetime.onEnd(server.stop)
  await server?.createDatabase(DATABASE)
  const url = databaseUrl ?? /** @type {string} */ (server?.url(DATABASE))
  const applied = await migrate(url)
  if (applied.length > 0) say(`✓ Applied ${applied.length === 1 ? 'migration' : `${applied.length} migrations up to`} ${applied.at(-1)}`)
  return { url, wasMigrated: applied.length > 0, exited: server?.exited }
}

/**
 * For a command that may run beside `npm start`: uses the server that one has, and leaves it to that; else one for the moment.
 * @param {string} dataDir
 * @param {string} commandName
 * @param {Lifetime} lifetime
 * @returns {Promise<{url: string, isOurs: boolean}>} isOurs: nobody else uses the database now
 */
export async function borrowEmbeddedDatabase(dataDir, commandName, lifetime) {
  makePrivateDir(dataDir)
  const holder = await holdDataDir(dataDir, commandName, lifetime)
  const server = holder ? await findPostgres({ dataDir }) : await startPostgres({ dataDir })
  if (!server) throw new Failure(`\`${holder?.name}\` is about to start the database: try again in a moment.`)
  if (!holder) lifetime.onEnd(server.stop)
  await server.createDatabase(DATABASE)
  return { url: server.url(DATABASE), isOurs: !holder }
}
