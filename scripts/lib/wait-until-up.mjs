/** Waits until a program that was started answers. */
import http from 'node:http'
import { connect } from 'node:net'
import { Failure } from './failure.mjs'
import { pause } from './processes.mjs'

const START_MS = 300_000
const LISTEN_MS = 60_000

/**
 * Until it answers its first page.
 * @param {{name: string, host: string, port: number, baseUrl: string, program: {isRunning(): boolean}}} service
 */
export async function waitForHttp({ name, host, port, baseUrl, program }) {
  const target = { host: hostToAsk(host), port, path: '/', headers: URL.canParse(baseUrl) ? { host: new URL(baseUrl).host } : {} }
  const deadline = Date.now() + START_MS
  let status
  while (program.isRunning() && Date.now() < deadline) {
    status = await askStatus(target)
    if (status !== undefined && status < 500) return
    await pause(50)
  }
  if (!program.isRunning()) throw new Failure(`The ${name} stopped while starting: see what it said above.`)
  throw new Failure(`The ${name} ${status ? `answers its first page with status ${status}` : 'does not answer'}: see what it said above.`)
}

/**
 * Until somebody greets at a port of this machine, as mail servers do.
 * @param {number} port
 */
export async function untilItListens(port) {
  const deadline = Date.now() + LISTEN_MS
  while (!(await isListening(port))) {
    if (Date.now() > deadline) throw new Error(`Nothing listens at port ${port}.`)
    await pause(50)
  }
}

/** @param {string} host */
const hostToAsk = (host) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

/** @param {http.RequestOptions} target @returns {Promise<number | undefined>} */
function askStatus(target) {
  return new Promise((resolve) => {
    const request = http.get(target, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.setTimeout(60_000, () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}

/** @param {number} port @returns {Promise<boolean>} */
const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    setTimeout(() => socket.destroy(), 1000).unref()
  })
