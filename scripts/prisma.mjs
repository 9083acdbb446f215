/** `npm run prisma -- …`: Prisma's command line, on the embedded database unless DATABASE_URL names another. */
import './lib/require-node.mjs'
import { spawn } from 'node:child_process'
import { dataDirFrom } from './lib/configuration.mjs'
import { borrowEmbeddedDatabase } from './lib/database.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { installDependencies } from './lib/prepare.mjs'
import { nodeTool } from './lib/processes.mjs'
import { projectRoot } from './lib/root.mjs'

const NEEDS_DATABASE = new Set(['migrate', 'db', 'studio'])
const args = process.argv.slice(2)

await runCommand(async (lifetime) => {
  await installDependencies(lifetime)
  const isDatabaseNeeded = NEEDS_DATABASE.has(args[0] ?? '') && !args.includes('--help')
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' }
  if (isDatabaseNeeded) env.DATABASE_URL ||= (await borrowEmbeddedDatabase(dataDirFrom(), 'npm run prisma', lifetime)).url
  return runPrisma(env)
})

/**
 * Not in a process group of its own: Prisma asks questions at the terminal.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function runPrisma(env) {
  const cli = spawn(process.execPath, [nodeTool('prisma', 'build', 'index.js'), ...args], { cwd: projectRoot, env, stdio: 'inherit' })
  return new Promise((resolve) => cli.once('exit', (code) => resolve(code ?? 1)))
}
