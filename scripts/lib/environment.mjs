/** The environment the programs get, whichever command starts them, with the key everything sealed hangs on. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** @import {Configuration} from './configuration.mjs' */

/**
 * @param {Configuration} configuration
 * @param {string} databaseUrl
 * @returns {Record<string, string | undefined>}
 */
export function programEnvironment({ port, host, baseUrl, dataDir, isEmbedded, env }, databaseUrl) {
  return {
    ...env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    HOST: host,
    BASE_URL: baseUrl,
    NEXTAUTH_URL: baseUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    // What is for demonstration only asks for this; a database of one's own never gets it.
    EMBEDDED: isEmbedded ? '1' : '',
    MASTER_KEY: env.MASTER_KEY || keptMasterKey(dataDir),
  }
}

export const generateMasterKey = (id = 'k1') => `${id}:${randomBytes(32).toString('base64url')}`

/**
 * The embedded default makes a key and keeps it. Its id says where it comes from: a process that serves an own
 * database refuses it.
 * @param {string} dataDir
 */
function keptMasterKey(dataDir) {
  const file = path.join(dataDir, 'master-key')
  if (!existsSync(file)) writeFileSync(file, `${generateMasterKey('demo1')}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
