/** The embedded database for a command that may run beside `npm start`. */
import { holdDataDir, makePrivateDir } from './data-dir.mjs'
import { Failure } from './failure.mjs'
import { findPostgres, startPostgres } from './postgres/embedded-postgres.mjs'

/**
 * Uses the server a running `npm start` or `npm run dev` has, and leaves it to that; else one for the moment.
 * @returns {Promise<{url: string, isOurs: boolean}>} isOurs: nobody else uses the database now
 */
export async function borrowEmbeddedDatabase(dataDir, commandName, lifetime) {
  makePrivateDir(dataDir)
  const holder = await holdDataDir(dataDir, commandName, lifetime)
  const server = holder ? await findPostgres({ dataDir }) : await startPostgres({ dataDir })
  if (!server) throw new Failure(`\`${holder.name}\` is about to start the database: try again in a moment.`)
  if (!holder) lifetime.onEnd(server.stop)
  await server.createDatabase('signet')
  return { url: server.url('signet'), isOurs: !holder }
}
