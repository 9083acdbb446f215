/** A temporary directory and a Postgres of its own, both gone when the command ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '../migrate.mjs'
import { startPostgres } from '../postgres/embedded-postgres.mjs'
import { step } from '../progress.mjs'

/** A test database need not outlive its machine, only be quick. */
const EPHEMERAL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
/** As on a machine that serves people: commits wait for the disk, and the memory is that of a server. */
const PRODUCTION = { shared_buffers: `${Math.floor(os.totalmem() / 4 / 2 ** 20)}MB`, max_wal_size: '8GB' }

/** @param {{isProduction?: boolean}} options whether the database is set as in production */
export async function openWorkspace(lifetime, { isProduction = false } = {}) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'signet-'))
  lifetime.onEnd(() => rmSync(dir, { recursive: true, force: true }))
  const server = await step('Starting a database for this run', () =>
    startPostgres({ dataDir: dir, settings: isProduction ? PRODUCTION : EPHEMERAL }),
  )
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
