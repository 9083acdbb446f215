import { spawn } from 'node:child_process'
import { Signet } from '../client'
import { keepCredentials } from './credentials'
import type { Terminal } from './terminal'

/**
 * `signet login URL`: the browser opens where keys are made, and the key is typed here. No address holds it on its way, and
 * whoever makes it does so in a session of their own, with their own proof.
 */
export async function logIn(terminal: Terminal, environment: NodeJS.ProcessEnv, issuer: string, fetched: typeof fetch = fetch): Promise<void> {
  const page = new URL('/company/keys', issuer)
  if (page.protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(page.hostname)) throw new Error('A key goes over https only.')
  terminal.say(`Make a key at ${page.href} and paste it here. It is kept for you on this machine and can be invalidated there.`)
  if (process.stdout.isTTY) openBrowser(page.href)
  const apiKey = await terminal.ask('API key: ', { isHidden: true })
  const company = await new Signet({ issuer, apiKey, fetch: fetched }).request('GET /api/v1/me')
  terminal.say(
    `Logged in for ${company.name} (${company.environment}). The key is in ${await keepCredentials(environment, { issuer: new URL(issuer).origin, apiKey })}.`,
  )
}

const OPENERS: Partial<Record<NodeJS.Platform, [command: string, ...first: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Without a browser the address is on the screen. */
function openBrowser(address: string): void {
  const [command, ...first] = OPENERS[process.platform] ?? ['xdg-open']
  spawn(command, [...first, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
