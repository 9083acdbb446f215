/** A temporary directory and a Postgres of its own, both gone when the command ends. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '../migrate.mjs'
import { startPostgres } from '../postgres/embedded-postgres.mjs'
import { createDatabase } from '../postgres/running-server.mjs'
import { step } from '../progress.mjs'

/** @import {Lifetime} from '../lifetime.mjs' */
/** @typedef {Awaited<ReturnType<typeof openWorkspace>>} Workspace */

/** A test database need not outlive its machine, only be quick. */
const EPHEMERAL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
/** As on a machine that serves people: commits wait for the disk, and the memory is that of a server. */
const PRODUCTION = { shared_buffers: `${Math.floor(os.totalmem() / 4 / 2 ** 20)}MB`, max_wal_size: '8GB' }

/**
 * @param {Lifetime} lifetime
 * @param {{isProduction?: boolean, serverUrl?: string}} [options] whether the database is set as in production;
 *   a server that runs already, for whoever is part of a larger run
 */
export async function openWorkspace(lifetime, { isProduction = false, serverUrl: given } = {}) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'signet-'))
  lifetime.onEnd(() => rmSync(dir, { recursive: true, force: true }))
  const settings = isProduction ? PRODUCTION : EPHEMERAL
  const server = given ? undefined : await step('Starting a database for this run', () => startPostgres({ dataDir: dir, settings }))
  if (server) lifetime.onEnd(server.stop)
  const serverUrl = given ?? /** @type {string} */ (server?.url('postgres'))
  return {
    serverUrl,
    /** @param {string} name */
    file: (name) => path.join(dir, name),
    /** @param {string} name */
    folder(name) {
      mkdirSync(path.join(dir, name), { mode: 0o700 })
      return path.join(dir, name)
    },
    /** @param {string} name */
    createDatabase: (name) => createDatabase(serverUrl, name),
    /** @param {string} name */
    async createMigratedDatabase(name) {
      const url = await createDatabase(serverUrl, name)
      await migrate(url)
      return url
    },
  }
}
