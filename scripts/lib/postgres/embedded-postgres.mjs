/** Starts the embedded Postgres of one data directory, or takes over the one that still runs there. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { Failure } from '../failure.mjs'
import { freePort, isPortFree } from '../ports.mjs'
import { pause, startProcess } from '../processes.mjs'
import { chooseRunner, loadBinaries } from './binaries.mjs'
import { ensureCluster } from './cluster.mjs'
import { createDatabase, dropStalePidFile, probe, readPostmaster, stopPostmaster, urlFor } from './running-server.mjs'

/** @import {Runner} from './binaries.mjs' */
/** @import {Cluster} from './cluster.mjs' */
/** @import {Address} from './running-server.mjs' */
/** @typedef {ReturnType<typeof asServer>} PostgresServer */

const START_MS = 180_000
const ALWAYS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', shared_buffers: '128MB', timezone: 'UTC', log_timezone: 'UTC' }

/**
 * @param {{dataDir: string, settings?: Record<string, string>}} options settings besides those that are always the same
 * @returns what {@link asServer} describes.
 */
export async function startPostgres({ dataDir, settings = {} }) {
  const { initdb, postgres } = await loadBinaries()
  const runner = chooseRunner(dataDir)
  const cluster = await ensureCluster({ dataDir, initdb, runner })
  return (await findRunning(cluster)) ?? launch({ cluster, postgres, runner, settings: { ...ALWAYS, ...settings } })
}

/**
 * The server another command already runs in this data directory, if any; nothing is started.
 * @param {{dataDir: string}} options
 */
export async function findPostgres({ dataDir }) {
  const { initdb } = await loadBinaries()
  return findRunning(await ensureCluster({ dataDir, initdb, runner: chooseRunner(dataDir) }))
}

/** @param {Cluster} cluster @returns {Promise<PostgresServer | undefined>} */
async function findRunning(cluster) {
  const deadline = Date.now() + START_MS
  for (;;) {
    dropStalePidFile(cluster.dir)
    const postmaster = readPostmaster(cluster.dir)
    if (!postmaster) return undefined
    const address = { port: postmaster.port, password: cluster.password }
    if ((await probe(address)) === 'ready') return asServer(address, () => stopPostmaster(postmaster.pid))
    if (Date.now() > deadline) throw new Failure(`Postgres (process ${postmaster.pid}) runs but does not answer: stop it and try again.`)
    await pause(100)
  }
}

/** @param {{cluster: Cluster, postgres: string, runner: Runner, settings: Record<string, string>}} options */
async function launch({ cluster, postgres, runner, settings }) {
  const port = await choosePort(cluster.portFile)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args, identity] = runner.wrap(postgres, ['-D', cluster.dir, '-p', String(port), ...flags])
  const log = openSync(cluster.logFile, 'w', 0o600)
  const server = startProcess(command, args, { ...identity, cwd: cluster.dir, stdio: ['ignore', log, log] })
  closeSync(log)
  const stop = () => stopPostmaster(/** @type {number} */ (server.child.pid), server.isRunning)
  const address = { port, password: cluster.password }
  const deadline = Date.now() + START_MS
  while ((await probe(address)) !== 'ready') {
    if (server.isRunning() && Date.now() < deadline) await pause(30)
    else {
      await stop()
      throw new Failure(`The embedded database did not start: read ${cluster.logFile}, or set DATABASE_URL to another Postgres.`, {
        output: readFileSync(cluster.logFile, 'utf8').split('\n').slice(-6).join('\n').trim(),
      })
    }
  }
  server.child.unref()
  return asServer(address, stop, server.exited)
}

/**
 * @param {Address} address
 * @param {() => Promise<void>} stop
 * @param {Promise<unknown>} [exited] settles when a server of our own ends by itself
 */
const asServer = (address, stop, exited) => ({
  url: (/** @type {string} */ database) => urlFor(address, database),
  createDatabase: (/** @type {string} */ name) => createDatabase(urlFor(address, 'postgres'), name),
  stop,
  exited,
})

/**
 * The same port as last time if it is still free, so that a connection string written down stays right.
 * @param {string} portFile
 */
async function choosePort(portFile) {
  const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  if (remembered > 0 && (await isPortFree(remembered))) return remembered
  const port = await freePort()
  writeFileSync(portFile, String(port), { mode: 0o600 })
  return port
}
