import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'

/** Where Signet is, and a key of the company. */
export type Credentials = { issuer: string; apiKey: string }

type Environment = Readonly<Record<string, string | undefined>>

const fileOf = (environment: Environment) =>
  path.join(environment.XDG_CONFIG_HOME || path.join(environment.HOME || homedir(), '.config'), 'signet', 'credentials.json')

/** From `SIGNET_URL` and `SIGNET_API_KEY`, else from where `signet login` put them. */
export async function readCredentials(environment: Environment): Promise<Credentials | null> {
  const { SIGNET_URL: issuer, SIGNET_API_KEY: apiKey } = environment
  if (issuer && apiKey) return { issuer, apiKey }
  const text = await readFile(fileOf(environment), 'utf8').catch(() => null)
  const kept = text === null ? null : (JSON.parse(text) as Credentials)
  return kept && { issuer: issuer || kept.issuer, apiKey: apiKey || kept.apiKey }
}

/** For this user of the machine alone. @returns the file */
export async function keepCredentials(environment: Environment, credentials: Credentials): Promise<string> {
  const file = fileOf(environment)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await rm(file, { force: true })
  await writeFile(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600 })
  return file
}

/** @returns the file */
export async function forgetCredentials(environment: Environment): Promise<string> {
  const file = fileOf(environment)
  await rm(file, { force: true })
  return file
}
