/** `npm run shards:config`: writes the settings of the router for so many databases. */
import './lib/require-node.mjs'
import { writeFileSync } from 'node:fs'
import { Failure } from './lib/failure.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { say } from './lib/progress.mjs'
import { inProject } from './lib/root.mjs'
import { routerConfig, SHARDS } from './lib/shards/router-config.mjs'
import { readTables } from './lib/shards/tables.mjs'

await runCommand(async () => {
  const [given = '1'] = process.argv.slice(2)
  const databases = Number(given)
  if (!Number.isInteger(databases) || databases < 1 || databases > SHARDS) throw new Failure(`How many databases? A number from 1 to ${SHARDS}.`)
  const { unplaced } = readTables()
  if (databases > 1 && unplaced.length > 0) throw new Failure(`These tables have no place in several databases: ${unplaced.join(', ')}.`)
  const file = inProject('deploy', 'shards', databases === 1 ? 'pgdog.toml' : `pgdog-${databases}.toml`)
  writeFileSync(file, routerConfig(databases))
  say(`✓ ${file}`)
  return 0
})
