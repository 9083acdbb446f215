/** What the commands need to know before anything runs. The programs themselves check the rest at their start. */
import path from 'node:path'
import { readSecrets } from '../../lib/core/setting-sources.mjs'
import { Failure } from './failure.mjs'
import { freePort, isPortFree } from './ports.mjs'
import { inProject } from './root.mjs'

/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {ReturnType<typeof readConfiguration>} Configuration */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])
export const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_SMTP_PORT = 2525

export function readConfiguration(/** @type {Env} */ source = process.env) {
  const env = readEnvironment(source)
  const port = readPort(env)
  const databaseUrl = env.DATABASE_URL || undefined
  if (databaseUrl && !env.MASTER_KEY) {
    throw new Failure('MASTER_KEY is required with a DATABASE_URL of your own: set it to `k1:` and 32 random bytes in base64url.')
  }
  const [host, baseUrl] = [env.HOST || DEFAULT_HOST, env.BASE_URL || `http://localhost:${port}`]
  if (!databaseUrl) requireLoopback(host, baseUrl)
  return {
    port,
    host,
    baseUrl,
    dataDir: dataDirFrom(env),
    databaseUrl,
    isEmbedded: databaseUrl === undefined,
    env,
  }
}

/** The environment with secrets from files and commands in it. */
export function readEnvironment(/** @type {Env} */ source = process.env) {
  const { values, faults } = readSecrets(source)
  if (faults.length > 0) throw new Failure(faults.join('\n'))
  return values
}

export const dataDirFrom = (/** @type {Env} */ env = process.env) => path.resolve(inProject(), env.DATA_DIR || '.data')

/**
 * What comes with the embedded database, a demo with its passwords and a mailbox open to all, is for this machine alone.
 * @param {string} host
 * @param {string} baseUrl
 */
function requireLoopback(host, baseUrl) {
  const foreign = !LOOPBACK.has(host) ? `HOST=${host}` : !isLocalUrl(baseUrl) ? `BASE_URL=${baseUrl}` : undefined
  if (foreign) {
    throw new Failure(`DATABASE_URL is required with ${foreign}: the embedded database and its demo are for http://localhost on this machine only.`)
  }
}

/** @param {string} text */
const isLocalUrl = (text) => URL.canParse(text) && LOOPBACK.has(new URL(text).hostname)

/**
 * Without PORT, a local BASE_URL says which port people will come to.
 * @param {Env} env
 */
function readPort({ PORT, BASE_URL }) {
  const text = PORT || localPortOf(BASE_URL) || '3000'
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) throw new Failure(`PORT must be a number from 1 to 65535, not \`${text}\`.`)
  return port
}

/** @param {string | undefined} baseUrl */
function localPortOf(baseUrl) {
  return baseUrl && isLocalUrl(baseUrl) ? new URL(baseUrl).port : undefined
}

/** Where `npm start` receives mail: SMTP_LISTEN, or on a machine where the usual port is taken, a free one. */
export async function chooseSmtpAddress(/** @type {Env} */ { SMTP_LISTEN: given } = process.env) {
  if (!given) return `${DEFAULT_HOST}:${(await isPortFree(DEFAULT_SMTP_PORT)) ? DEFAULT_SMTP_PORT : await freePort()}`
  const [, host = '', port] = /^(.*):(\d+)$/.exec(given) ?? []
  // A malformed address is named by the programs themselves.
  if (port && !(await isPortFree(Number(port), host.replace(/^\[|\]$/g, '')))) {
    throw new Failure(`Mail cannot be received at ${given}: stop the program that uses this port, or choose another SMTP_LISTEN.`)
  }
  return given
}
