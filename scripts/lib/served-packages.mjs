/** Files of packages that browsers load as they are, served from our own origin. */
import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { inProject } from './root.mjs'

const FILES = { 'api-reference.js': ['@scalar', 'api-reference', 'dist', 'browser', 'standalone.js'] }

export function copyServedPackages() {
  for (const [name, source] of Object.entries(FILES)) {
    const target = inProject('public', 'vendor', name)
    mkdirSync(path.dirname(target), { recursive: true })
    copyFileSync(inProject('node_modules', ...source), target)
  }
}
