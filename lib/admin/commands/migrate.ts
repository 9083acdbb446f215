import path from 'node:path'
import { env } from '#lib/core/env'
import { applyMigrations, MigrationFault } from '../../core/db/migrate.mjs'
import { type Command, Refusal } from '../command'

export const migrate: Command = {
  words: ['migrate'],
  args: [],
  summary: 'Bring the database up to date, before a new version starts. It may run twice, and several at once: one does it.',
  async run() {
    const applied = await applyMigrations(env().DATABASE_URL, path.resolve('prisma', 'migrations')).catch((error: unknown) => {
      throw error instanceof MigrationFault ? new Refusal(error.message) : error
    })
    return [applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date.']
  },
}
