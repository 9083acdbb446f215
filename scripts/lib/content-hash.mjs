/** What files contain, as one hash: how the steps know whether their result is still the right one. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from './root.mjs'

/** @param {string} text */
export const hashText = (text) => createHash('sha256').update(text).digest('hex')

/**
 * Files and whole directories, by their path in the project; what does not exist counts as absent.
 * @param {string[]} paths
 * @param {{skip?: (file: string) => boolean}} [options]
 */
export function hashContents(paths, { skip = () => false } = {}) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(listFiles)) {
    if (!skip(file))
      hash
        .update(`${file}\0`)
        .update(readFileSync(inProject(file)))
        .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} stampFile @param {string} value */
export const isStampedWith = (stampFile, value) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === value

/** @param {string} stampFile @param {string} value */
export function writeStamp(stampFile, value) {
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, value)
}

/** @param {string} name @returns {string[]} */
function listFiles(name) {
  const full = inProject(name)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [name]
  const inside = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return inside.flatMap((entry) => (entry.isDirectory() || entry.isFile() ? listFiles(path.join(name, entry.name)) : []))
}
