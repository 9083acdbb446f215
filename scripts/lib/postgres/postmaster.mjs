/** A Postgres server that runs already: found, checked and stopped through its postmaster.pid. */
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pause } from '../processes.mjs'

const STOP_MS = 60_000

/** @returns {{pid: number, port: number} | undefined} what postmaster.pid says, if there is one. */
export function readPostmaster(clusterDir) {
  const file = pidFile(clusterDir)
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) }
}

/**
 * A pid file left by a crash names a process that may be any other one by now (small numbers come back quickly in
 * containers); Postgres would take that for a running server and refuse to start.
 */
export function dropStalePidFile(clusterDir) {
  const postmaster = readPostmaster(clusterDir)
  if (!postmaster || runsIn(clusterDir, postmaster.pid)) return
  rmSync(pidFile(clusterDir), { force: true })
}

/** Ends open transactions and shuts down; the harder way only when that does not come to an end. */
export async function stopPostmaster(pid, isRunning = () => isAlive(pid)) {
  for (const signal of ['SIGINT', 'SIGQUIT']) {
    if (!isRunning()) return
    signalTo(pid, signal)
    const deadline = Date.now() + STOP_MS
    while (isRunning() && Date.now() < deadline) await pause(30)
  }
}

/** Postgres works inside its cluster. Where the system does not tell, being alive has to do. */
function runsIn(clusterDir, pid) {
  if (!isAlive(pid) || !existsSync('/proc/self/cwd')) return isAlive(pid)
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir)
  } catch {
    return false
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function signalTo(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone in the meantime.
  }
}

const pidFile = (clusterDir) => path.join(clusterDir, 'postmaster.pid')
