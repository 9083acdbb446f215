/** TCP ports of this machine: is one free, and which one is. */
import { createServer } from 'node:net'
import { Failure } from './failure.mjs'

/** @param {number} port @param {string} host */
export async function refuseBusyPort(port, host) {
  const code = await tryPort(port, host)
  if (code === 'EADDRINUSE') {
    throw new Failure(`Port ${port} is busy: stop the program that uses it, or choose another one with PORT=${port + 1}.`)
  }
  if (code === 'EACCES') throw new Failure(`Port ${port} needs privileges this user does not have: choose one above 1023 with PORT=3000.`)
  if (code) throw new Failure(`Cannot listen on ${host}:${port} (${code}): check HOST and PORT.`)
}

/** @param {number} port */
export const isPortFree = async (port, host = '127.0.0.1') => (await tryPort(port, host)) === undefined

/** @returns {Promise<number>} */
export function freePort(host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}

/**
 * Answers undefined when the port can be had, else the system's error code.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
function tryPort(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => resolve(code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
