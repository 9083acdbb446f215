/** `npm test`: checks, unit and integration tests, end-to-end tests. A failing part does not keep the next from running. */
import './lib/require-node.mjs'
import { buildWhenStale } from './lib/build.mjs'
import { runChecks } from './lib/checks.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { installDependencies } from './lib/install.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { generateMasterKey } from './lib/master-key.mjs'
import { generatePrismaClient } from './lib/prisma-client.mjs'
import { readTestArguments } from './lib/testing/arguments.mjs'
import { runEndToEndTests } from './lib/testing/e2e.mjs'
import { createTally } from './lib/testing/tally.mjs'
import { runUnitTests } from './lib/testing/unit.mjs'
import { openWorkspace } from './lib/testing/workspace.mjs'

const INTERRUPTED = 130

async function runTests(lifetime) {
  const { runs, forRunners } = readTestArguments(process.argv.slice(2))
  await installDependencies(lifetime)
  await generatePrismaClient(lifetime)
  const workspace = await openWorkspace(lifetime)
  const masterKey = generateMasterKey()
  const tally = createTally()
  const part = (name, run) => tally.part(name, run, lifetime.isEnding)

  if (runs('check')) await part('checks', async () => countChecks(await runChecks({ databaseUrl: workspace.serverUrl, lifetime })))
  if (runs('unit')) await part('unit tests', () => runUnitTests({ workspace, masterKey, forRunners, lifetime }))
  if (runs('e2e')) {
    await part('end-to-end tests', async () => {
      const chromium = await findChromium(lifetime)
      await buildWhenStale(lifetime)
      return runEndToEndTests({ workspace, masterKey, chromium, forRunners, lifetime })
    })
  }
  return () => tally.conclude()
}

const countChecks = (results) => ({
  passed: results.filter(({ passed }) => passed).length,
  failed: results.filter(({ passed }) => !passed).length,
})

await runCommand(runTests, { exitCodeOnSignal: INTERRUPTED })
