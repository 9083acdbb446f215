/** The files of one database cluster: made once, with a password only this directory knows. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Failure } from '../failure.mjs'
import { runProcess } from '../processes.mjs'

/** @import {Runner} from './binaries.mjs' */
/** @typedef {{dir: string, logFile: string, portFile: string, password: string}} Cluster */

export const SUPERUSER = 'signet'

/**
 * @param {{dataDir: string, initdb: string, runner: Runner}} options
 * @returns {Promise<Cluster>}
 */
export async function ensureCluster({ dataDir, initdb, runner }) {
  const home = path.join(dataDir, 'postgres')
  const dir = path.join(home, 'cluster')
  const passwordFile = path.join(home, 'password')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  runner.handOver(home)
  if (!existsSync(path.join(dir, 'PG_VERSION')) || !existsSync(passwordFile)) {
    refuseLostPassword(dir, passwordFile)
    await createCluster({ dir, passwordFile, initdb, runner })
  }
  const password = readFileSync(passwordFile, 'utf8').trim()
  return { dir, logFile: path.join(home, 'postgres.log'), portFile: path.join(home, 'port'), password }
}

/** @param {string} dir @param {string} passwordFile */
function refuseLostPassword(dir, passwordFile) {
  if (existsSync(path.join(dir, 'PG_VERSION'))) {
    throw new Failure(
      `The password of the embedded database is gone: put ${passwordFile} back, or remove ${path.dirname(dir)} to begin with an empty one.`,
    )
  }
}

/** @param {{dir: string, passwordFile: string, initdb: string, runner: Runner}} options */
async function createCluster({ dir, passwordFile, initdb, runner }) {
  rmSync(dir, { recursive: true, force: true })
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  runner.handOver(passwordFile)
  const options = [
    '-A',
    'scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]
  const [command, args, identity] = runner.wrap(initdb, ['-D', dir, '-U', SUPERUSER, `--pwfile=${passwordFile}`, ...options])
  const { code, output } = await runProcess(command, args, { ...identity, cwd: dataDirOf(dir) })
  if (code === 0) return
  rmSync(dir, { recursive: true, force: true })
  throw new Failure(`The embedded database could not be created in ${dir}: free some space or set DATA_DIR elsewhere, or set DATABASE_URL.`, {
    output,
  })
}

/** @param {string} clusterDir */
const dataDirOf = (clusterDir) => path.dirname(clusterDir)
