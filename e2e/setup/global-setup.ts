import { buildWhenStale } from '../../scripts/lib/build.mjs'
import { generateMasterKey } from '../../scripts/lib/environment.mjs'
import { asError } from '../../scripts/lib/failure.mjs'
import { findChromium } from '../../scripts/lib/find-chromium.mjs'
import { guestLifetime, type Lifetime } from '../../scripts/lib/lifetime.mjs'
import { generatePrismaClient } from '../../scripts/lib/prepare.mjs'
import { openWorkspace } from '../../scripts/lib/testing/workspace.mjs'
import { startBreakableDatabase } from './breakable-database'
import { startServers } from './servers'
import { severalDatabases } from './several-databases'

/** Everything end-to-end tests need, from a fresh clone with its packages: browser, build, database, servers. */
export default async function setUp() {
  // Playwright itself hears Ctrl-C, and then undoes this.
  const lifetime = guestLifetime(['SIGTERM', 'SIGHUP'])
  try {
    await startAll(lifetime)
  } catch (error) {
    const { output } = asError(error)
    if (output) console.error(output)
    await lifetime.end()
    throw error
  }
  return () => lifetime.end()
}

/** What the tests read from the environment is set in it: Playwright hands it to the processes that run them. */
async function startAll(lifetime: Lifetime): Promise<void> {
  await generatePrismaClient(lifetime)
  process.env.CHROMIUM_PATH = await findChromium(lifetime)
  await buildWhenStale(lifetime)
  const workspace = await openWorkspace(lifetime, { serverUrl: process.env.TEST_DATABASE_SERVER })
  // A browser that is stopped hard leaves its profile behind; there it goes with everything else.
  process.env.TMPDIR = workspace.folder('browser')
  Object.assign(process.env, { NODE_ENV: 'test', NEXT_TELEMETRY_DISABLED: '1', MASTER_KEY: generateMasterKey() })
  if (process.env.FAULTS) {
    Object.assign(process.env, await startBreakableDatabase(workspace.folder('faults'), lifetime))
    return
  }
  Object.assign(process.env, {
    DATABASE_URL: await workspace.createMigratedDatabase('signet_e2e'),
    DATA_DIR: workspace.folder('data'),
    EMBEDDED: '1',
    // All tests come from one network, and it tries more in an hour than an office does.
    SHARED_ALLOWANCE: '1000',
  })
  const databases = Number(process.env.E2E_SHARDS ?? 1)
  if (databases > 1) Object.assign(process.env, await severalDatabases(process.env.DATABASE_URL as string, databases))
  Object.assign(process.env, await startServers({ ...process.env, NODE_ENV: 'production' }, lifetime))
  process.env.SHARD_LOOKING = '1'
}
