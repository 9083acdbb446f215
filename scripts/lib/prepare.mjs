/** What has to lie in the project before anything of it runs: the locked dependencies, and the database client. */
import { existsSync, readFileSync } from 'node:fs'
import { hashContents, isStampedWith, writeStamp } from './content-hash.mjs'
import { Failure } from './failure.mjs'
import { nodeTool, runNode, runProcess } from './processes.mjs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'

/** @import {Lifetime} from './lifetime.mjs' */
/** @typedef {Record<string, {version?: string, optional?: boolean, devOptional?: boolean}>} Packages */

const LOCK = 'package-lock.json'
const INSTALLED = inProject('node_modules', '.signet-lock-hash')
const GENERATED = inProject('prisma', 'generated', '.content-hash')

/** @param {Lifetime} lifetime */
export async function prepare(lifetime) {
  await installDependencies(lifetime)
  await generatePrismaClient(lifetime)
}

/** @param {Lifetime} lifetime */
export async function installDependencies(lifetime) {
  const lockHash = hashContents([LOCK])
  if (isStampedWith(INSTALLED, lockHash)) return
  if (!isInstalledByHand()) await step('Installing the dependencies', () => install(lifetime))
  writeStamp(INSTALLED, lockHash)
}

/** @param {Lifetime} lifetime */
export async function generatePrismaClient(lifetime) {
  const hash = hashContents(['prisma/schema.prisma', 'prisma.config.ts', LOCK])
  if (isStampedWith(GENERATED, hash)) return
  await step('Generating the database client', async () => {
    const env = { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' }
    const { code, output } = await runNode([nodeTool('prisma', 'build', 'index.js'), 'generate'], { env, lifetime })
    if (code !== 0) throw new Failure('The database client could not be generated: correct prisma/schema.prisma as said above.', { output })
  })
  writeStamp(GENERATED, hash)
}

/** @param {Lifetime} lifetime */
async function install(lifetime) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // NODE_ENV=production would leave out what the build needs.
  const env = { ...process.env, NODE_ENV: 'development' }
  const { code, output } = await runProcess(npm, ['ci', '--include=dev', '--no-audit', '--no-fund'], { env, lifetime })
  if (code !== 0) {
    throw new Failure('The dependencies could not be installed: check the connection to the package registry, then try again.', { output })
  }
}

/** Somebody ran npm themselves: npm keeps its own record of what lies in node_modules. */
function isInstalledByHand() {
  const record = inProject('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readPackages(record)
  return Object.entries(readPackages(inProject(LOCK))).every(
    ([where, wanted]) => where === '' || wanted.optional || wanted.devOptional || installed[where]?.version === wanted.version,
  )
}

/** @param {string} file @returns {Packages} */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
