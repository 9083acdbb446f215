import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { bundle, programFile } from '../../scripts/lib/bundle.mjs'
import { migrate } from '../../scripts/lib/migrate.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { startPostgres } from '../../scripts/lib/postgres/embedded-postgres.mjs'
import { bounceAddress } from './bounce/bounce-address'
import { type Receiver, startReceiver } from './receive/receiver'
import { anAlias, anApp, type TestAlias } from './testing/an-alias'
import { fakeDns } from './testing/fake-dns'
import { ask } from './testing/queue'
import { Sink } from './testing/sink'
import { SmtpClient, sendMail } from './testing/smtp-client'

/**
 * What happens when something dies or stands still. Postgres is one of this file's own, with the durability of real
 * service; receiver and deliverer are the built programs, killed from outside.
 */
const ACCEPTED = '250 2.6.0 Accepted'
const TRY_AGAIN = '451 4.3.0 Temporary fault, try again later'
const WITHIN_MS = 5000
const DATABASE = 'relay'

const dir = mkdtempSync(path.join(os.tmpdir(), 'signet-relay-'))
let postgres: Awaited<ReturnType<typeof startPostgres>>
let sink: Sink
let smtpPort: number
const programs = new Map<string, ChildProcess>()

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: dir })
  await postgres.createDatabase(DATABASE)
  await migrate(postgres.url(DATABASE))
  await bundle(['smtp', 'worker'])
  sink = await Sink.start()
  smtpPort = await freePort()
  Object.assign(process.env, { DATABASE_URL: postgres.url(DATABASE), SMTP_LISTEN: '127.0.0.1:0', SMTP_URL: sink.url })
})

afterAll(async () => {
  for (const child of programs.values()) await killed(child)
  await closeDatabase()
  await sink.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
})

const logOf = (name: string) => path.join(dir, `${name}.log`)

async function start(name: 'smtp' | 'worker'): Promise<void> {
  const output = openSync(logOf(name), 'a')
  const own = { DATA_DIR: dir, SMTP_LISTEN: `127.0.0.1:${smtpPort}`, LOG_LEVEL: 'debug' }
  programs.set(name, spawn(process.execPath, [programFile(name)], { env: { ...process.env, ...own }, stdio: ['ignore', output, output] }))
  closeSync(output)
  if (name === 'smtp') await expect.poll(() => SmtpClient.open(smtpPort).then((client) => client.command('QUIT'))).toMatch(/^221/)
}

const killed = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

async function killAndRestart(name: 'smtp' | 'worker'): Promise<void> {
  await killed(programs.get(name) as ChildProcess)
  await start(name)
}

const postmaster = () => Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

/** The postmaster and everything it started. */
const family = (): number[] => {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster())], { encoding: 'utf8' })
  return [postmaster(), ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
}

const signalFamily = (signal: NodeJS.Signals) => {
  for (const pid of family()) process.kill(pid, signal)
}

const FAULTS = {
  'stands still': { begin: async () => signalFamily('SIGSTOP'), end: async () => signalFamily('SIGCONT') },
  'is gone': {
    begin: async () => {
      const pid = postmaster()
      process.kill(pid, 'SIGQUIT')
      await expect.poll(() => isAlive(pid)).toBe(false)
    },
    end: async () => {
      postgres = await startPostgres({ dataDir: dir })
    },
  },
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function timed(reply: Promise<string>): Promise<string> {
  const startedAt = performance.now()
  const said = await reply
  expect(performance.now() - startedAt).toBeLessThan(WITHIN_MS)
  return said
}

const MESSAGE = 'From: Shop <shop@sender.test>\r\nSubject: Hello\r\n\r\nBody\r\n'
const LARGE = `Subject: large\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(1500)}`

/** Everything up to a stage is done while the database lives; the reply after it is the one that counts. */
const STAGES: Record<string, (address: string) => Promise<() => Promise<string>>> = {
  'before the connection': async (address) => async () => {
    const client = await SmtpClient.open(port())
    await client.command('EHLO sender.test')
    await client.command('MAIL FROM:<shop@sender.test>')
    return client.command(`RCPT TO:<${address}>`)
  },
  'at RCPT': async (address) => {
    const client = await SmtpClient.open(port())
    await client.command('EHLO sender.test')
    await client.command('MAIL FROM:<shop@sender.test>')
    return () => client.command(`RCPT TO:<${address}>`)
  },
  'at the second RCPT': async (address) => {
    const client = await SmtpClient.open(port())
    await client.command('EHLO sender.test')
    await client.command('MAIL FROM:<shop@sender.test>')
    await client.command(`RCPT TO:<${address}>`)
    return () => client.command('RCPT TO:<abcdefghijklmnop@alias.localhost>')
  },
  'at the end of a message': async (address) => {
    const client = await SmtpClient.open(port())
    await client.begin('shop@sender.test', [address])
    return () => client.send(`${MESSAGE}.\r\n`).reply()
  },
  'at the end of a large message': async (address) => {
    const client = await SmtpClient.open(port())
    await client.begin('shop@sender.test', [address])
    return () => client.send(`${LARGE}.\r\n`).reply()
  },
  'at a bounce address': async () => {
    const client = await SmtpClient.open(port())
    await client.command('EHLO sender.test')
    await client.command('MAIL FROM:<>')
    return () => client.command(`RCPT TO:<${bounceAddress('abcdefghijklmnop', new Date())}>`)
  },
  'at mail for the postmaster': async () => {
    const client = await SmtpClient.open(port())
    await client.begin('shop@sender.test', ['postmaster@alias.localhost'])
    return () => client.send(`${MESSAGE}.\r\n`).reply()
  },
}

let receiver: Receiver
const port = () => receiver.port

it.each(Object.entries(FAULTS))(
  'says 451 4.3.0 within five seconds at every stage while the database %s, and takes mail right after',
  async (_, fault) => {
    receiver = await startReceiver({ resolver: fakeDns({}) })
    const alias = await anAlias()
    const steps = await Promise.all(Object.values(STAGES).map((prepare) => prepare(alias.address)))
    await fault.begin()
    try {
      expect(await Promise.all(steps.map((step) => timed(step())))).toEqual(steps.map(() => TRY_AGAIN))
      expect(await timed(sendMail(port(), 'shop@sender.test', 'somebody@else.test', MESSAGE))).toMatch(/^550 5\.7\.1 /)
    } finally {
      await fault.end()
    }
    await expect.poll(() => sendMail(port(), 'shop@sender.test', alias.address, MESSAGE)).toBe(ACCEPTED)
    await receiver.close()
  },
)

/** Sends one message after the other, like a mail server: what was not acknowledged is tried again. */
async function sendAll(aliases: TestAlias[], names: string[]): Promise<void> {
  const waiting = names.map((name, index) => ({ name, alias: aliases[index % aliases.length] as TestAlias }))
  const sender = async () => {
    for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
      const text = `From: Shop <shop@sender.test>\r\nSubject: ${mail.name}\r\n\r\n${mail.alias.localPart}\r\n`
      const reply = await sendMail(smtpPort, 'shop@sender.test', mail.alias.address, text).catch(() => '')
      if (reply !== ACCEPTED) {
        expect(reply).toMatch(/^$|^4/)
        waiting.push(mail)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, sender))
}

/** How often each message arrived. */
const arrivals = (names: string[]) => {
  const subjects = sink.mails.map(({ data }) => /^Subject: (.*)\r$/m.exec(data.toString('latin1'))?.[1])
  return names.map((name) => subjects.filter((subject) => subject === name).length)
}

/** One after the other: many new connections at one moment are more than a busy machine makes in time. */
async function several<Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let index = 0; index < count; index++) made.push(await make(index))
  return made
}

const namesOf = (count: number) => Array.from({ length: count }, () => randomBase62(12))

const [ALIASES, MAILS] = [25, 400]

const queueLength = async () => (await ask<{ count: number }>('SELECT count(*)::int AS count FROM forwarded_mails').catch(() => []))[0]?.count

/** Time passes: leases of the dead run out, what was postponed is due. */
const passTime = () => ask('UPDATE forwarded_mails SET next_attempt_at = clock_timestamp()').catch(() => {})

it('forwards hundreds of mails, each exactly once, and no log, table or bounce address holds a real address', { retry: 0 }, async () => {
  await ask('DELETE FROM forwarded_mails')
  const canary = randomBase62(16).toLowerCase()
  const appId = await anApp()
  const aliases = await several(ALIASES, (index) => anAlias({ appId, email: `${canary}${index}@people.example` }))
  const [full, unknown] = aliases as [TestAlias, TestAlias]
  const isRefused = new Set([full.email, unknown.email])
  sink.refuse = (to) => {
    if (to === full.email) return { code: 452, text: `4.2.2 <${to}> over quota`, at: 'RCPT' }
    return to === unknown.email ? { code: 550, text: `5.1.10 <${to}> refused`, at: 'RCPT' } : undefined
  }
  await start('smtp')
  await start('worker')
  const names = namesOf(MAILS)
  await sendAll(aliases, names)
  await expect.poll(queueLength, { timeout: 100_000, interval: 200 }).toBe(MAILS / ALIASES)
  const expected = names.map((_, index) => (isRefused.has(aliases[index % aliases.length]?.email ?? '') ? 0 : 1))
  expect(arrivals(names)).toEqual(expected)
  const bounce = sink.mails.find(({ to }) => to.startsWith(canary))?.from as string
  const report = `Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\nFinal-Recipient: rfc822; ${full.email}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n`
  expect(await sendMail(smtpPort, '', bounce, report)).toBe(ACCEPTED)
  expect(sink.mails.some(({ from, data }) => from.includes(canary) || data.includes(canary))).toBe(false)
  for (const file of ['smtp', 'worker']) expect(readFileSync(logOf(file), 'utf8')).not.toContain(canary)
  expect(readFileSync(path.join(dir, 'postgres', 'postgres.log'), 'utf8')).not.toContain(canary)
  expect(await tablesHolding(canary)).toEqual([])
  sink.refuse = () => undefined
})

/** Tables in which a text stands in clear, in a text or in bytes. */
async function tablesHolding(needle: string): Promise<string[]> {
  const tables = await ask<{ name: string }>(`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'`)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await ask(`SELECT 1 FROM "${name}" t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0 LIMIT 1`, [
      needle,
      Buffer.from(needle).toString('hex'),
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}

it('loses nothing it acknowledged when receiver, deliverer and database are killed while mail passes', { retry: 0 }, async () => {
  await passTime()
  const appId = await anApp()
  const aliases = await several(10, () => anAlias({ appId }))
  const names = namesOf(200)
  const sent = sendAll(aliases, names)
  const seen = () => arrivals(names).filter((count) => count > 0).length
  const passAndSee = () => passTime().then(seen)
  const passAndCount = () => passTime().then(queueLength)
  const KILLS = [
    () => killAndRestart('worker'),
    () => killAndRestart('smtp'),
    () => crashDatabase(),
    () => killAndRestart('worker'),
    () => killAndRestart('smtp'),
  ]
  for (const [index, kill] of KILLS.entries()) {
    await expect.poll(passAndSee, { interval: 20 }).toBeGreaterThanOrEqual(20 * (index + 1))
    await kill()
  }
  await sent
  await expect.poll(passAndCount, { timeout: 100_000, interval: 300 }).toBe(0)
  expect(arrivals(names).filter((count) => count === 0)).toEqual([])
})

async function crashDatabase(): Promise<void> {
  await FAULTS['is gone'].begin()
  await FAULTS['is gone'].end()
}
