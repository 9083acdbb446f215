/** `npm test`: checks, unit and integration tests, end-to-end tests. A failing part does not keep the next from running. */
import './lib/require-node.mjs'
import { runChecks } from './lib/checks.mjs'
import { Failure } from './lib/failure.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { prepare } from './lib/prepare.mjs'
import { nodeTool, runNode } from './lib/processes.mjs'
import { readPlaywrightCounts, readVitestCounts } from './lib/testing/reports.mjs'
import { createTally } from './lib/testing/tally.mjs'
import { openWorkspace } from './lib/testing/workspace.mjs'

const INTERRUPTED = 130
const PARTS = ['check', 'unit', 'e2e']

/** What was asked for: one part or all, and what goes on to the test runners. */
function readArguments() {
  const forRunners = process.argv.slice(2).filter((arg) => arg !== '--')
  const at = forRunners.indexOf('--only')
  const only = at < 0 ? undefined : (forRunners.splice(at, 2)[1] ?? '')
  if (only !== undefined && !PARTS.includes(only)) throw new Failure(`--only takes one of ${PARTS.join(', ')}.`)
  return { runs: (/** @type {string} */ part) => only === undefined || only === part, forRunners }
}

/** @param {import('./lib/lifetime.mjs').Lifetime} lifetime */
async function runTests(lifetime) {
  const { runs, forRunners } = readArguments()
  await prepare(lifetime)
  const workspace = await openWorkspace(lifetime)
  const tally = createTally()
  const report = workspace.file('report.json')
  const env = {
    ...process.env,
    TEST_DATABASE_SERVER: workspace.serverUrl,
    PLAYWRIGHT_JSON_OUTPUT_FILE: workspace.file('playwright.json'),
    // Unit tests are threads of one process: what reads pictures in one must not keep passwords of another waiting.
    UV_THREADPOOL_SIZE: '16',
  }
  const run = async (/** @type {string[]} */ ...args) => (await runNode([...args, ...forRunners], { env, show: true, lifetime })).code

  const parts = {
    check: async () => {
      const results = await runChecks({ databaseUrl: workspace.serverUrl, lifetime })
      const passed = results.filter((result) => result.passed).length
      return { passed, failed: results.length - passed }
    },
    unit: async () => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      return readVitestCounts(report, await run(nodeTool('vitest', 'vitest.mjs'), 'run', ...reporters))
    },
    e2e: async () => readPlaywrightCounts(env.PLAYWRIGHT_JSON_OUTPUT_FILE, await run(nodeTool('@playwright', 'test', 'cli.js'), 'test')),
  }
  const titles = { check: 'checks', unit: 'unit tests', e2e: 'end-to-end tests' }
  for (const name of /** @type {const} */ (['check', 'unit', 'e2e'])) {
    if (runs(name)) await tally.part(titles[name], parts[name], lifetime.isEnding)
  }
  return () => tally.conclude()
}

await runCommand(runTests, { exitCodeOnSignal: INTERRUPTED })
