/** What is tried before anything is changed. The rules are the programs' own, bundled. */
import { pathToFileURL } from 'node:url'
import { bundle, programFile } from './bundle.mjs'
import { programEnvironment } from './environment.mjs'
import { asError, Failure } from './failure.mjs'
import { runNode } from './processes.mjs'

/** @import {Configuration} from './configuration.mjs' */
/** @import {Lifetime} from './lifetime.mjs' */

/** Stands for the embedded database, whose port is known once it runs. */
const NOT_YET = 'postgresql://localhost/signet'

/**
 * Every setting, all faults at once.
 * @param {Configuration} configuration
 */
export async function checkSettings(configuration) {
  await bundle(['settings'])
  const { parseEnv } = await import(pathToFileURL(programFile('settings')).href)
  try {
    parseEnv(programEnvironment(configuration, configuration.databaseUrl ?? NOT_YET))
  } catch (error) {
    throw new Failure(`The settings are not usable:\n${asError(error).message}`)
  }
}

/**
 * The database, the smarthost and the DNS; a database that cannot be used ends the command before a migration touches it.
 * @param {Configuration} configuration
 * @param {Lifetime} lifetime
 */
export async function checkSurroundings(configuration, lifetime) {
  await bundle(['signet'])
  const env = { ...programEnvironment(configuration, configuration.databaseUrl ?? NOT_YET), SIGNET_CALL: 'npm run admin --' }
  const { code } = await runNode([programFile('signet'), 'check', 'before-start'], { env, show: true, lifetime })
  if (code !== 0) throw new Failure('Nothing was changed: see above what to mend, then start again.')
}
