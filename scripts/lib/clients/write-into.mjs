import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** @param {string} folder @param {string} name @param {string} text */
export function writeInto(folder, name, text) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
