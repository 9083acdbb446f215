import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settings } from '#lib/core/env'
import { SECRETS } from '../lib/core/setting-sources.mjs'

/** What the files of deploy/ say of the service, held against it. Their form is checked by deploy/kubernetes/validate.sh. */

const NAMES = new Set([...Object.keys(settings.shape), ...SECRETS.flatMap((name) => [`${name}_FILE`, `${name}_COMMAND`])])
/** Of other programs. */
const FOREIGN = /^(POSTGRES_\w+|NEXT_TELEMETRY_DISABLED|NODE_IMAGE|BASE_IMAGE|CMD|ENTRYPOINT|EXPOSE|ALL)$/

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')
const parts = readdirSync('deploy/kubernetes/base')
const manifests = parts.map((file) => read(`kubernetes/base/${file}`)).join('\n---\n')

it.each(['compose.yaml', 'kubernetes/base/settings.yaml'])('%s sets nothing that is no setting', (file) => {
  const named = [...read(file).matchAll(/^ {2,6}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !NAMES.has(name) && !FOREIGN.test(name))).toEqual([])
})

it('every workload may be disturbed one at a time, grows with its load, and writes nowhere', () => {
  const workloads = [...manifests.matchAll(/kind: Deployment\nmetadata:\n {2}name: (\w+)/g)].map(([, name]) => name)
  expect(workloads).toEqual(['smtp', 'web', 'worker'])
  for (const kind of ['PodDisruptionBudget', 'HorizontalPodAutoscaler'])
    expect(workloads.filter((name) => !manifests.includes(`kind: ${kind}\nmetadata:\n  name: ${name}\n`))).toEqual([])
  const images = manifests.match(/^ +image: signet$/gm)?.length
  expect(images).toBe(manifests.match(/readOnlyRootFilesystem: true/g)?.length)
})

it('the base is all of its files', () => {
  const listed = [...read('kubernetes/base/kustomization.yaml').matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(parts.filter((file) => file !== 'kustomization.yaml').sort())
})
