/** Waits until a program answers its first page. */
import http from 'node:http'
import { Failure } from './failure.mjs'
import { pause } from './processes.mjs'

const START_MS = 300_000

/** @param {{name: string, host: string, port: number, baseUrl: string, program: {isRunning(): boolean}}} service */
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

const hostToAsk = (host) => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

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
