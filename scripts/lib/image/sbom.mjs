/** The list of what is in the image, as others read it. @see CycloneDX 1.5, https://cyclonedx.org/docs/1.5/json/ */
import { existsSync, readFileSync } from 'node:fs'
import { inProject } from '../root.mjs'

/**
 * @param {string[]} files of the image, in paths of the project
 * @returns {string} JSON: each package with version, licence and package URL, sorted
 */
export function describeContent(files) {
  const folders = new Set(files.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter((folder) => folder !== undefined))
  const packages = [...folders].map(readPackage).filter((one) => one !== undefined)
  const own = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const components = new Map(packages.map((one) => [one.purl, one]))
  const sorted = [...components.values()].sort((one, other) => one.purl.localeCompare(other.purl))
  const component = { type: 'application', name: own.name, version: own.version }
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components: sorted }, null, 1)}\n`
}

/** @param {string} folder */
function readPackage(folder) {
  const file = inProject(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8'))
  if (!name || !version) return undefined
  const licenses = typeof license === 'string' ? { licenses: [{ expression: license }] } : {}
  return { type: 'library', name, version, purl: `pkg:npm/${name.replace('@', '%40')}@${version}`, ...licenses }
}
