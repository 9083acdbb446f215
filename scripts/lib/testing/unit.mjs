/** Unit and integration tests, on a database of their own. */
import { mkdirSync } from 'node:fs'
import { freePort } from '../ports.mjs'
import { nodeTool, runNode } from '../processes.mjs'
import { readVitestCounts } from './runner-results.mjs'

export async function runUnitTests({ workspace, masterKey, forRunners, lifetime }) {
  const databaseUrl = await workspace.createMigratedDatabase('signet_unit')
  const port = await freePort()
  const dataDir = workspace.file('unit-data')
  mkdirSync(dataDir, { mode: 0o700 })
  const report = workspace.file('vitest.json')
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey,
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runNode([nodeTool('vitest', 'vitest.mjs'), 'run', ...reporters, ...forRunners], { env, show: true, lifetime })
  return readVitestCounts(report, code)
}
