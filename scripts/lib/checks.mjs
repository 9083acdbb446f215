/** What can be said about the code without running it, one line a check; only a failing one shows its output. */
import { existsSync } from 'node:fs'
import { nodeTool, runNode } from './processes.mjs'
import { say, seconds } from './progress.mjs'
import { inProject } from './root.mjs'

/** @import {Lifetime} from './lifetime.mjs' */
/** @typedef {{code: number, output: string}} Outcome */
/** @typedef {(...args: string[]) => Promise<Outcome>} Tool */
/** @typedef {{name: string, run: () => Promise<Outcome>}} Check */

const BOUNDARY_ROOTS = ['app', 'lib', 'components', 'server.ts', 'worker.ts', 'smtp.ts', 'prisma/seed.ts']
const DIFF = ['migrate', 'diff', '--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma', '--exit-code']

/**
 * @param {{databaseUrl: string, lifetime: Lifetime}} options the database server is only used for a shadow database
 * @returns {Promise<{name: string, passed: boolean}[]>}
 */
export async function runChecks({ databaseUrl, lifetime }) {
  /** @type {Tool} */
  const tool = (...args) => runNode(args, { env: checkEnvironment(databaseUrl), lifetime })
  const types = { name: 'types', run: () => checkTypes(tool) }
  const others = [
    { name: 'types of scripts', run: () => tool(nodeTool('typescript-native', 'bin', 'tsc'), '-p', 'scripts') },
    { name: 'lint and format', run: () => tool(nodeTool('@biomejs', 'biome', 'bin', 'biome'), 'check', '.') },
    { name: 'boundaries', run: () => tool(nodeTool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'), ...boundaryArguments()) },
    { name: 'unused code', run: () => tool(nodeTool('knip', 'bin', 'knip.js')) },
    { name: 'schema and migrations agree', run: () => tool(nodeTool('prisma', 'build', 'index.js'), ...DIFF) },
  ]
  // Two lanes, for two cores.
  const lanes = await Promise.all([inTurn([types]), inTurn(others)])
  return lanes.flat()
}

/** @param {Check[]} checks */
async function inTurn(checks) {
  const results = []
  for (const { name, run } of checks) {
    const startedAt = performance.now()
    const { code, output } = await run()
    const passed = code === 0
    if (!passed) console.log(`\n${output}\n`)
    say(`${passed ? '✓' : '✗'} ${name} (${seconds(performance.now() - startedAt)})`)
    results.push({ name, passed })
  }
  return results
}

/**
 * Next writes the types of our routes first; without a build they would be missing.
 * @param {Tool} tool
 */
async function checkTypes(tool) {
  const routes = await tool(nodeTool('next', 'dist', 'bin', 'next'), 'typegen')
  return routes.code === 0 ? tool(nodeTool('typescript-native', 'bin', 'tsc'), '--noEmit') : routes
}

const boundaryArguments = () => ['--config', '.dependency-cruiser.cjs', ...BOUNDARY_ROOTS.filter((root) => existsSync(inProject(root)))]

/** @param {string} databaseUrl */
const checkEnvironment = (databaseUrl) => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  NEXT_TELEMETRY_DISABLED: '1',
})
