/** Where a secret comes from: NAME itself, a file that NAME_FILE names, or what the command in NAME_COMMAND prints. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** @typedef {Record<string, string | undefined>} Source */

/** Settings that hold a secret, and the certificates that go with one; the others are read from the environment alone. */
export const SECRETS = ['DATABASE_URL', 'MASTER_KEY', 'PEPPER', 'SHARD_KEY', 'SMTP_URL', 'WALLET_KEY', 'WALLET_CHAIN']

const COMMAND_MS = 15_000

/** @type {Record<string, (value: string) => string>} */
const WAYS = {
  FILE: (file) => readFileSync(file, 'utf8'),
  // The operator's own line, such as `gcloud kms decrypt … | base64`: a shell reads it as they wrote it.
  COMMAND: (line) => execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8', timeout: COMMAND_MS, stdio: ['ignore', 'pipe', 'pipe'] }),
}

/**
 * The environment with every secret under its own name, and a line for each that cannot be had. No line holds a value.
 * @param {Source} source
 * @returns {{ values: Source, faults: string[] }}
 */
export function readSecrets(source) {
  const values = { ...source }
  /** @type {string[]} */
  const faults = []
  for (const name of SECRETS) {
    const given = Object.keys(WAYS).filter((way) => source[`${name}_${way}`])
    for (const way of Object.keys(WAYS)) delete values[`${name}_${way}`]
    if (given.length === 0) continue
    const [way = ''] = given
    const from = `${name}_${way}`
    if (given.length > 1 || source[name]) {
      faults.push(`${name}: give one of ${name}, ${name}_FILE and ${name}_COMMAND`)
      continue
    }
    try {
      const value = (WAYS[way] ?? String)(source[from] ?? '').trimEnd()
      if (value) values[name] = value
      else faults.push(`${from}: gives nothing`)
    } catch (error) {
      faults.push(`${from}: ${whyNot(error)}`)
    }
  }
  return { values, faults }
}

/** @param {unknown} error an error of the file system or of a command, whose message could hold what it printed */
function whyNot(error) {
  const { code, status, signal } = /** @type {{code?: string, status?: number | null, signal?: string | null}} */ (error)
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES') return 'may not be read by this user'
  if (code === 'ETIMEDOUT' || signal) return `did not end within ${COMMAND_MS / 1000} seconds`
  if (typeof status === 'number') return `ended with exit code ${status}`
  return `cannot be read (${code ?? 'unknown fault'})`
}
