/** The demo of an empty embedded database: filled in once, shown at every start. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { programFile } from './bundle.mjs'
import { Failure } from './failure.mjs'
import { runNode } from './processes.mjs'
import { step } from './progress.mjs'

/** @import {Lifetime} from './lifetime.mjs' */

/** @param {string} dataDir */
const fileIn = (dataDir) => path.join(dataDir, 'demo.json')

/**
 * The seed itself leaves a database alone that has a company.
 * @param {{dataDir: string, wasMigrated: boolean, env: Record<string, string | undefined>, lifetime: Lifetime}} options
 */
export async function seedDemo({ dataDir, wasMigrated, env, lifetime }) {
  if (!existsSync(programFile('seed')) || (existsSync(fileIn(dataDir)) && !wasMigrated)) return
  await step('Filling in the demo', async () => {
    const { code, output } = await runNode([programFile('seed')], { env, lifetime })
    if (code !== 0) throw new Failure('The demo could not be filled in: see above, or begin again with another DATA_DIR.', { output })
  })
}

/**
 * @typedef {{
 *   companies?: {name: string, email: string, password: string, api_key: string}[]
 *   apps?: Record<string, {client_id: string, client_secret?: string}>
 *   users?: Record<string, {email: string, password: string}>
 * }} Demo
 */

/** @param {string} dataDir @returns {string[]} lines for the terminal */
export function describeDemo(dataDir) {
  if (!existsSync(fileIn(dataDir))) return []
  /** @type {Demo} */
  const { companies = [], apps = {}, users = {} } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))
  return [
    ...companies.flatMap(({ name, email, password, api_key }) => block(`Company ${name}`, { 'e-mail': email, password, 'API key': api_key })),
    ...Object.entries(apps).flatMap(([kind, { client_id, client_secret }]) =>
      block(`App (${kind})`, { 'client id': client_id, 'client secret': client_secret }),
    ),
    ...Object.entries(users).flatMap(([kind, { email, password }]) => block(`User (${kind})`, { 'e-mail': email, password })),
  ]
}

/** @param {string} title @param {Record<string, string | undefined>} fields */
const block = (title, fields) => [
  title,
  ...Object.entries(fields)
    .filter(([, value]) => value)
    .map(([label, value]) => `  ${label.padEnd(14)} ${value}`),
]
