import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The build's list of its pages, as patterns of our router: `/account/email/:token`. */
export function readPagePatterns(buildFolder = '.next'): string[] {
  const routes = JSON.parse(readFileSync(join(buildFolder, 'app-path-routes-manifest.json'), 'utf8')) as Record<string, string>
  return [...new Set(Object.values(routes))].filter((path) => !path.startsWith('/_')).map(toPattern)
}

const toPattern = (path: string) => path.replace(/\[\[?\.\.\.\w+\]?\]/g, '*').replace(/\[(\w+)\]/g, ':$1')
