/** The data directory: private to this user, and held by one command at a time. */
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { hashText } from './content-hash.mjs'
import { asError, Failure } from './failure.mjs'

/** @import {Lifetime} from './lifetime.mjs' */
/** @typedef {{name: string, pid: number | string}} Holder */

/** Longer paths than this cannot be bound as sockets. */
const SOCKET_PATH_LIMIT = 100

/** @param {string} dir */
export function makePrivateDir(dir) {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    chmodSync(dir, 0o700)
  } catch (error) {
    throw new Failure(`Cannot use the data directory ${dir} (${asError(error).code}): set DATA_DIR to one this user may write to.`)
  }
}

/**
 * Holds the directory until the command ends. The hold is a listening socket, so it ends with the process even
 * when that is killed, and no other process can be taken for it later.
 * @param {string} dir
 * @param {string} name of the command
 * @param {Lifetime} lifetime
 * @returns {Promise<Holder | undefined>} undefined when this command holds the directory now, else who does.
 */
export async function holdDataDir(dir, name, lifetime) {
  const socketPath = socketFor(dir)
  const holder = await askHolder(socketPath)
  if (holder) return holder
  rmSync(socketPath, { force: true })
  const server = createServer((socket) => socket.on('error', () => {}).end(JSON.stringify({ name, pid: process.pid })))
  await /** @type {Promise<void>} */ (new Promise((resolve, reject) => server.once('error', reject).listen(socketPath, resolve)))
  server.unref()
  lifetime.onEnd(() => new Promise((resolve) => server.close(resolve)))
  return undefined
}

/**
 * For commands that cannot share the directory.
 * @param {string} dir
 * @param {string} name
 * @param {Lifetime} lifetime
 */
export async function requireDataDir(dir, name, lifetime) {
  const holder = await holdDataDir(dir, name, lifetime)
  if (holder) {
    throw new Failure(`\`${holder.name}\` (process ${holder.pid}) already uses ${dir}: stop it first, or set DATA_DIR to another directory.`)
  }
}

/** @param {string} dir */
function socketFor(dir) {
  const inside = path.join(dir, 'in-use.sock')
  return Buffer.byteLength(inside) <= SOCKET_PATH_LIMIT ? inside : path.join(os.tmpdir(), `signet-${hashText(dir).slice(0, 16)}.sock`)
}

/** @param {string} socketPath @returns {Promise<Holder | undefined>} */
function askHolder(socketPath) {
  return new Promise((resolve) => {
    let answer = ''
    const socket = createConnection(socketPath)
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', () => resolve(undefined))
    socket.on('end', () => resolve(JSON.parse(answer || '{"name":"another command","pid":"unknown"}')))
  })
}
