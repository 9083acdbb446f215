/** Where `npm start` receives mail: SMTP_LISTEN, or on a machine where the usual port is taken, a free one. */
import { DEFAULT_HOST } from './configuration.mjs'
import { Failure } from './failure.mjs'
import { freePort, isPortFree } from './ports.mjs'

const DEFAULT_PORT = 2525

export async function chooseSmtpAddress({ SMTP_LISTEN: given } = process.env) {
  if (!given) return `${DEFAULT_HOST}:${(await isPortFree(DEFAULT_PORT)) ? DEFAULT_PORT : await freePort()}`
  const [, host, port] = /^(.*):(\d+)$/.exec(given) ?? []
  // A malformed address is named by the programs themselves.
  if (port && !(await isPortFree(Number(port), host.replace(/^\[|\]$/g, '')))) {
    throw new Failure(`Mail cannot be received at ${given}: stop the program that uses this port, or choose another SMTP_LISTEN.`)
  }
  return given
}
