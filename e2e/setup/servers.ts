import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { programFile } from '../../scripts/lib/bundle.mjs'
import type { Lifetime } from '../../scripts/lib/lifetime.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { nodeTool, startProgram } from '../../scripts/lib/processes.mjs'
import { inProject } from '../../scripts/lib/root.mjs'
import { waitForHttp } from '../../scripts/lib/wait-until-up.mjs'

const HOST = '127.0.0.1'

/** Kept when the run is over; Playwright empties the folder when the next one begins. */
const LOGS = inProject('test-results', 'servers')

/**
 * The servers that the tests talk to: our front server, its worker and receiver of mail, and plain Next, on one database.
 * @returns what the tests need to know of them, as environment variables
 */
export async function startServers(settings: Record<string, string | undefined>, lifetime: Lifetime): Promise<Record<string, string>> {
  mkdirSync(LOGS, { recursive: true })
  const [frontPort, nextPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  const shared = { ...settings, HOST, SMTP_LISTEN: `${HOST}:${smtpPort}` }
  const logs: string[] = []

  const start = (name: string, args: string[], port: number, more = {}) => {
    const baseUrl = `http://localhost:${port}`
    const file = path.join(LOGS, `${name.replaceAll(' ', '-')}.log`)
    const output = openSync(file, 'w')
    const env = { ...shared, PORT: String(port), BASE_URL: baseUrl, NEXTAUTH_URL: baseUrl, ...more }
    const program = startProgram(args, { env, lifetime, output })
    closeSync(output)
    logs.push(file)
    return { name, host: HOST, port, baseUrl, program }
  }

  // Two processes share the port: what only one of them knows, half of the requests do not find.
  const front = start('front server', [programFile('server')], frontPort, { WEB_PROCESSES: '2' })
  const next = start('plain Next server', [nodeTool('next', 'dist', 'bin', 'next'), 'start', '-H', HOST, '-p', String(nextPort)], nextPort)
  start('worker', [programFile('worker')], frontPort)
  start('smtp', [programFile('smtp')], frontPort)
  process.env.SERVER_LOGS = logs.join(path.delimiter)
  await Promise.all([waitForHttp(front), waitForHttp(next)])
  return { FRONT_URL: front.baseUrl, NEXT_URL: next.baseUrl, SMTP_LISTEN: shared.SMTP_LISTEN }
}
