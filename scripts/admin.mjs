/** `npm run admin -- …`: the operator's command line, on the database of DATABASE_URL or the embedded one. */
import './lib/require-node.mjs'
import { bundle, programFile } from './lib/bundle.mjs'
import { readConfiguration } from './lib/configuration.mjs'
import { borrowEmbeddedDatabase } from './lib/database.mjs'
import { programEnvironment } from './lib/environment.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { migrate } from './lib/migrate.mjs'
import { prepare } from './lib/prepare.mjs'
import { runNode } from './lib/processes.mjs'

await runCommand(async (lifetime) => {
  const configuration = readConfiguration()
  await prepare(lifetime)
  await bundle(['signet'])
  const url = configuration.databaseUrl ?? (await embeddedUrl(configuration.dataDir, lifetime))
  const env = { ...programEnvironment(configuration, url), SIGNET_CALL: 'npm run admin --' }
  const { code } = await runNode([programFile('signet'), ...process.argv.slice(2)], { env, show: true, lifetime })
  return code
})

/** @param {string} dataDir @param {import('./lib/lifetime.mjs').Lifetime} lifetime */
async function embeddedUrl(dataDir, lifetime) {
  const { url, isOurs } = await borrowEmbeddedDatabase(dataDir, 'npm run admin', lifetime)
  if (isOurs) await migrate(url)
  return url
}
