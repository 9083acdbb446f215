/** The servers the end-to-end tests talk to: our front server, its worker, and plain Next, on one database. */
import { closeSync, openSync, readFileSync } from 'node:fs'
import { programFile, programNames } from '../bundle.mjs'
import { DEFAULT_HOST } from '../configuration.mjs'
import { freePort } from '../ports.mjs'
import { nodeTool } from '../processes.mjs'
import { startProgram } from '../programs.mjs'
import { waitForHttp } from '../wait-for-http.mjs'

const SHOWN_LOG_LINES = 40

export async function startServers({ workspace, env, lifetime }) {
  const logs = []
  const start = (name, args, baseUrl, port, more = {}) => {
    const file = workspace.file(`${name.replaceAll(' ', '-')}.log`)
    logs.push({ name, file })
    const output = openSync(file, 'w')
    const own = { PORT: String(port), HOST: DEFAULT_HOST, BASE_URL: baseUrl, NEXTAUTH_URL: baseUrl, ...more }
    const program = startProgram(args, { env: { ...env, ...own }, lifetime, output })
    closeSync(output)
    return { name, host: DEFAULT_HOST, port, baseUrl, program }
  }

  const showLogs = () => {
    for (const { name, file } of logs) {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-SHOWN_LOG_LINES)
      console.log(`\n── the last lines of the ${name}\n${lines.join('\n')}`)
    }
  }

  const [frontPort, nextPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  // All tests come from one network, and it tries more in an hour than an office does.
  Object.assign(env, { SMTP_LISTEN: `${DEFAULT_HOST}:${smtpPort}`, SHARED_ALLOWANCE: '1000' })
  const [frontUrl, nextUrl] = [frontPort, nextPort].map((port) => `http://localhost:${port}`)
  // Two processes share the port: what only one of them knows, half of the requests do not find.
  const front = start('front server', [programFile('server')], frontUrl, frontPort, { WEB_PROCESSES: '2' })
  const nextArguments = [nodeTool('next', 'dist', 'bin', 'next'), 'start', '-H', DEFAULT_HOST, '-p', String(nextPort)]
  const next = start('plain Next server', nextArguments, nextUrl, nextPort)
  for (const name of ['worker', 'smtp']) if (programNames().includes(name)) start(name, [programFile(name)], frontUrl, frontPort)
  try {
    await Promise.all([waitForHttp(front), waitForHttp(next)])
  } catch (error) {
    showLogs()
    throw error
  }
  return { frontUrl, nextUrl, logFiles: logs.map(({ file }) => file), showLogs }
}
