import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import { findChromium } from '../../scripts/lib/find-chromium.mjs'
import { createLifetime } from '../../scripts/lib/lifetime.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { Cluster } from './cluster'

/** What drills have in common: a place of their own, promises that are kept or not, processes as operators start them. */

export const root = mkdtempSync(path.join(tmpdir(), 'signet-drills-'))
export const undo: (() => unknown)[] = [() => rmSync(root, { recursive: true, force: true })]
const faults: string[] = []
export const say = (line: string) => console.log(line)
export const promise = (isKept: boolean, what: string) => {
  say(`${isKept ? '✓' : '✗'} ${what}`)
  if (!isKept) faults.push(what)
}

export const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`

export const cluster = async (name: string) => {
  const made = new Cluster(root, name, await freePort())
  undo.push(() => made.stop())
  return made
}

type Process = { databaseUrl: string; program: 'server' | 'worker'; dir?: string; log?: string }

/** @param what `dir`: of the build; `log`: a file for what it says @returns the process, with an end that waits for it */
export function startProcess({ databaseUrl, program, dir = '.', log }: Process, more: Record<string, string> = {}) {
  const own = { NODE_ENV: 'production' as const, MAIL: 'off', DATABASE_URL: databaseUrl, ...more }
  const stdio = log === undefined ? ('ignore' as const) : (['ignore', openSync(log, 'a'), openSync(log, 'a')] as ['ignore', number, number])
  const child = spawn(process.execPath, [`dist/${program}.mjs`], { cwd: dir, env: { ...process.env, ...own }, stdio })
  undo.push(() => child.kill('SIGKILL'))
  return child
}

/** @returns the address of a web process that is ready */
export async function startWeb(
  databaseUrl: string,
  { dir, log, more }: { dir?: string; log?: string; more?: Record<string, string> } = {},
): Promise<string> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = startProcess({ databaseUrl, program: 'server', dir, log }, { PORT: String(port), BASE_URL: url, NEXTAUTH_URL: url, ...more })
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('the web process did not start')
    await pause(50)
  }
  return url
}

export async function logIn(url: string, { email, password }: { email: string; password: string }): Promise<boolean> {
  const browser = await chromium.launch({ executablePath: await findChromium(createLifetime()), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await (await browser.newContext({ baseURL: url, locale: 'en' })).newPage()
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.waitForURL(/\/account/, { timeout: 60_000 })
    return true
  } catch (error) {
    say(`  ${String(error).split('\n')[0]}`)
    return false
  } finally {
    await browser.close()
  }
}

/** Carries drills out, clears up after them, and ends the process: with 1 when a promise was not kept. */
export async function drill(work: () => Promise<void>): Promise<never> {
  process.env.MASTER_KEY = newKey('k1')
  // Both stay when the master key goes: neither fingerprints nor identifiers can be made anew.
  process.env.PEPPER = process.env.MASTER_KEY
  process.env.SHARD_KEY = process.env.MASTER_KEY
  Object.assign(process.env, { MAIL: 'off', LOG_LEVEL: 'error', API_RATE_PER_KEY: '1000000', API_RATE_PER_COMPANY: '1000000' })
  try {
    await work()
  } catch (error) {
    faults.push(String(error))
    console.error(error)
  } finally {
    for (const step of undo.reverse()) await step()
  }
  process.exit(faults.length > 0 ? 1 : 0)
}
