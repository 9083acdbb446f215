/** The demo of an empty embedded database: filled in once, shown at every start. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { programFile } from './bundle.mjs'
import { Failure } from './failure.mjs'
import { runNode } from './processes.mjs'
import { step } from './progress.mjs'

const fileIn = (dataDir) => path.join(dataDir, 'demo.json')

/** The seed itself leaves a database alone that has a company. */
export async function seedDemo({ dataDir, wasMigrated, env, lifetime }) {
  if (!existsSync(programFile('seed')) || (existsSync(fileIn(dataDir)) && !wasMigrated)) return
  await step('Filling in the demo', async () => {
    const { code, output } = await runNode([programFile('seed')], { env, lifetime })
    if (code !== 0) throw new Failure('The demo could not be filled in: see above, or begin again with another DATA_DIR.', { output })
  })
}

export function describeDemo(dataDir) {
  if (!existsSync(fileIn(dataDir))) return []
  const { companies = [], apps = {}, users = {} } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))
  return [
    ...companies.flatMap(({ name, email, password, api_key }) => block(`Company ${name}`, { 'e-mail': email, password, 'API key': api_key })),
    ...Object.entries(apps).flatMap(([kind, { client_id, client_secret }]) =>
      block(`App (${kind})`, { 'client id': client_id, 'client secret': client_secret }),
    ),
    ...Object.entries(users).flatMap(([kind, { email, password }]) => block(`User (${kind})`, { 'e-mail': email, password })),
  ]
}

const block = (title, fields) => [
  title,
  ...Object.entries(fields)
    .filter(([, value]) => value)
    .map(([label, value]) => `  ${label.padEnd(14)} ${value}`),
]
