/** A temporary directory and a Postgres of its own, both gone when the command ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '../migrate.mjs'
import { startPostgres } from '../postgres/embedded-postgres.mjs'
import { step } from '../progress.mjs'

/** @param {{isDurable?: boolean}} options whether commits wait for the disk, as in production */
export async function openWorkspace(lifetime, { isDurable = false } = {}) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'signet-'))
  lifetime.onEnd(() => rmSync(dir, { recursive: true, force: true }))
  const server = await step('Starting a database for this run', () => startPostgres({ dataDir: dir, ephemeral: !isDurable }))
  lifetime.onEnd(server.stop)
  return {
    file: (...parts) => path.join(dir, ...parts),
    serverUrl: server.url('postgres'),
    async createDatabase(name) {
      await server.createDatabase(name)
      return server.url(name)
    },
    async createMigratedDatabase(name) {
      await server.createDatabase(name)
      await migrate(server.url(name))
      return server.url(name)
    },
  }
}
