/** For commands of this project: the migrations of the tree, and faults as commands say them. */
import { applyMigrations, MigrationFault } from '../../lib/core/db/migrate.mjs'
import { Failure } from './failure.mjs'
import { inProject } from './root.mjs'

/**
 * @param {string} databaseUrl
 * @returns {Promise<string[]>} the names of the migrations applied now.
 */
export async function migrate(databaseUrl) {
  try {
    return await applyMigrations(databaseUrl, inProject('prisma', 'migrations'))
  } catch (error) {
    throw error instanceof MigrationFault ? new Failure(error.message) : error
  }
}
