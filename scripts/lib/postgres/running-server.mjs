/** A Postgres server that runs: found through its postmaster.pid, reached, given databases, and stopped. */
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { asError } from '../failure.mjs'
import { pause } from '../processes.mjs'
import { SUPERUSER } from './cluster.mjs'

/** @typedef {{port: number | string, password: string}} Address */

const STOP_MS = 60_000
const NOT_READY_YET = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET'])

/** @param {Address} address @param {string} database */
export const urlFor = ({ port, password }, database) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

/**
 * @param {Address} address
 * @returns {Promise<'ready' | 'starting' | 'foreign'>} foreign: something else listens, or nothing does that knows the password.
 */
export async function probe(address) {
  try {
    await withClient(urlFor(address, 'postgres'), async () => {})
    return 'ready'
  } catch (error) {
    return NOT_READY_YET.has(asError(error).code ?? '') ? 'starting' : 'foreign'
  }
}

/**
 * @param {string} serverUrl any database of the server
 * @param {string} name of the new one, if there is none of that name yet
 * @returns {Promise<string>} its URL
 */
export async function createDatabase(serverUrl, name) {
  await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
  const url = new URL(serverUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** @param {string} clusterDir @returns {{pid: number, port: number} | undefined} what postmaster.pid says, if there is one. */
export function readPostmaster(clusterDir) {
  const file = pidFile(clusterDir)
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) }
}

/**
 * A pid file left by a crash names a process that may be any other one by now (small numbers come back quickly in
 * containers); Postgres would take that for a running server and refuse to start.
 * @param {string} clusterDir
 */
export function dropStalePidFile(clusterDir) {
  const postmaster = readPostmaster(clusterDir)
  if (!postmaster || runsIn(clusterDir, postmaster.pid)) return
  rmSync(pidFile(clusterDir), { force: true })
}

/**
 * Ends open transactions and shuts down; the harder way only when that does not come to an end.
 * @param {number} pid
 */
export async function stopPostmaster(pid, isRunning = () => isAlive(pid)) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGQUIT'])) {
    if (!isRunning()) return
    signalTo(pid, signal)
    const deadline = Date.now() + STOP_MS
    while (isRunning() && Date.now() < deadline) await pause(30)
  }
}

/**
 * @param {string} connectionString
 * @param {(client: import('pg').Client) => Promise<void>} use
 */
async function withClient(connectionString, use) {
  // Imported late: on a fresh machine this file is loaded before the packages are installed.
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Postgres works inside its cluster. Where the system does not tell, being alive has to do.
 * @param {string} clusterDir
 * @param {number} pid
 */
function runsIn(clusterDir, pid) {
  if (!isAlive(pid) || !existsSync('/proc/self/cwd')) return isAlive(pid)
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir)
  } catch {
    return false
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return asError(error).code === 'EPERM'
  }
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalTo(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone in the meantime.
  }
}

/** @param {string} clusterDir */
const pidFile = (clusterDir) => path.join(clusterDir, 'postmaster.pid')
