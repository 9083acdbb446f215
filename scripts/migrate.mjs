/** `npm run migrate`: brings the database of DATABASE_URL up to date; nothing else is needed and it may run twice. */
import './lib/require-node.mjs'
import { readEnvironment } from './lib/configuration.mjs'
import { Failure } from './lib/failure.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { migrate } from './lib/migrate.mjs'
import { say } from './lib/progress.mjs'

await runCommand(async () => {
  const { DATABASE_URL: url } = readEnvironment()
  if (!url) throw new Failure('DATABASE_URL is required: `npm start` brings the embedded database up to date by itself.')
  const applied = await migrate(url)
  say(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date.')
  return 0
})
