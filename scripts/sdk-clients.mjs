/**
 * `npm run sdk-clients [java|go|python …]`: generators write clients from the OpenAPI document, and they compile. With SIGNET_URL and
 * SIGNET_API_KEY they are used too. Needs Maven, Go and Python; of the packages they fetch nothing stays in the project.
 */
import './lib/require-node.mjs'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { bundleInto } from './lib/bundle.mjs'
import { goClient } from './lib/clients/go.mjs'
import { javaClient } from './lib/clients/java.mjs'
import { pythonClient } from './lib/clients/python.mjs'
import { CLIENTS, workOn } from './lib/clients/step.mjs'
import { Failure } from './lib/failure.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { prepare } from './lib/prepare.mjs'
import { runNode } from './lib/processes.mjs'
import { step } from './lib/progress.mjs'
import { inProject } from './lib/root.mjs'

/** @type {Record<string, (work: import('./lib/clients/step.mjs').Work) => Promise<void>>} */
const LANGUAGES = { java: javaClient, go: goClient, python: pythonClient }

await runCommand(async (lifetime) => {
  const asked = process.argv.slice(2)
  const unknown = asked.find((name) => !LANGUAGES[name])
  if (unknown) throw new Failure(`There is no client for "${unknown}": choose of ${Object.keys(LANGUAGES).join(', ')}.`)
  await prepare(lifetime)
  mkdirSync(CLIENTS, { recursive: true })
  await bundleInto('dist/sdk', { document: 'lib/sdk/pack/print-document.ts' })
  const { code, output } = await runNode([inProject('dist', 'sdk', 'document.mjs'), path.join(CLIENTS, 'openapi.json')], { lifetime })
  if (code !== 0) throw new Failure('The OpenAPI document could not be written.', { output })
  for (const [name, write] of Object.entries(LANGUAGES))
    if (asked.length === 0 || asked.includes(name)) await step(`A client for ${name}`, () => write(workOn(name, lifetime)))
  return 0
})
