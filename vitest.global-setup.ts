import type { TestProject } from 'vitest/node'
import { generateMasterKey } from './scripts/lib/environment.mjs'
import { guestLifetime } from './scripts/lib/lifetime.mjs'
import { freePort } from './scripts/lib/ports.mjs'
import { generatePrismaClient } from './scripts/lib/prepare.mjs'
import { openWorkspace } from './scripts/lib/testing/workspace.mjs'

/** What integration tests need: a migrated Postgres of this run's own, a key, and an address that nobody listens at. */
export default async function setUp({ config }: TestProject) {
  const lifetime = guestLifetime(['SIGINT', 'SIGTERM', 'SIGHUP'])
  await generatePrismaClient(lifetime)
  const workspace = await openWorkspace(lifetime, { serverUrl: process.env.TEST_DATABASE_SERVER })
  const port = await freePort()
  Object.assign(config.env, {
    DATABASE_URL: await workspace.createMigratedDatabase('signet_unit'),
    MASTER_KEY: generateMasterKey(),
    PORT: String(port),
    // Vite keeps a BASE_URL of its own otherwise.
    BASE_URL: `http://localhost:${port}`,
    DATA_DIR: workspace.folder('data'),
  })
  return () => lifetime.end()
}
