/** Installs the locked dependencies when they are missing or other ones than the lock file says. */
import { existsSync, readFileSync } from 'node:fs'
import { hashContents, isStampedWith, writeStamp } from './content-hash.mjs'
import { Failure } from './failure.mjs'
import { runProcess } from './processes.mjs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'

const LOCK = 'package-lock.json'
const STAMP = inProject('node_modules', '.signet-lock-hash')

export async function installDependencies(lifetime) {
  const lockHash = hashContents([LOCK])
  if (isStampedWith(STAMP, lockHash)) return
  if (!isInstalledByHand()) await step('Installing the dependencies', () => install(lifetime))
  writeStamp(STAMP, lockHash)
}

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

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
