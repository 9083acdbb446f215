import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '../fixtures/test'

/** Runs a command to its end. What still runs after a minute started, and is ended. */
function run(args: string[], settings: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const limit = setTimeout(() => child.kill('SIGTERM'), 60_000)
  return new Promise((resolve) =>
    child.once('exit', (code) => {
      clearTimeout(limit)
      resolve({ code, lines: output.trim().split('\n') })
    }),
  )
}

const PUBLIC: Record<string, string>[] = [
  { BASE_URL: 'https://login.example' },
  { BASE_URL: 'https://login.example', HOST: '0.0.0.0' },
  { BASE_URL: 'http://localhost:3000', HOST: '0.0.0.0' },
  { BASE_URL: 'http://localhost.example:3000' },
  { HOST: '::' },
]

for (const settings of PUBLIC) {
  const title = Object.entries(settings)
    .map((pair) => pair.join('='))
    .join(' ')

  for (const command of ['start', 'start --dev', 'admin']) {
    test(`${command} with ${title} and no database of its own refuses in one line and touches nothing`, async () => {
      const [program, ...options] = command.split(' ')
      const parent = mkdtempSync(path.join(tmpdir(), 'signet-public-'))
      const dataDir = path.join(parent, 'data')
      const none = { DATABASE_URL: '', MASTER_KEY: '', EMBEDDED: '', BASE_URL: '', HOST: '', PORT: '', DATA_DIR: dataDir }
      const { code, lines } = await run([`scripts/${program}.mjs`, ...options], { ...none, ...settings })
      expect(code).toBe(1)
      expect(lines).toEqual([expect.stringMatching(/DATABASE_URL is required with (BASE_URL|HOST)=\S+: .* on this machine only/)])
      expect(existsSync(dataDir)).toBe(false)
      rmSync(parent, { recursive: true })
    })
  }
}

for (const program of ['server', 'worker', 'smtp']) {
  test(`the ${program} refuses the demo's settings with a public address`, async () => {
    const { code, lines } = await run([`dist/${program}.mjs`], { EMBEDDED: '1', BASE_URL: 'https://login.example', HOST: '127.0.0.1' })
    expect(code).toBe(1)
    expect(lines.filter((line) => line.startsWith('EMBEDDED: '))).toHaveLength(1)
    expect(lines).toHaveLength(2)
  })
}
