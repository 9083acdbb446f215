import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { listHeldMails } from '../held/held-mail'
import { startReceiver } from '../receive/receiver'
import { anAlias, type TestAlias } from '../testing/an-alias'
import { fakeDns } from '../testing/fake-dns'
import { queuedFor } from '../testing/queue'
import { ACCEPTED, relayForTests } from '../testing/relay'
import { sendMail } from '../testing/smtp-client'
import type { FilterSettings } from './filter'
import { negotiation, packet } from './packets'

const REFUSED = '550 5.7.1 Refused for what is in it'
const LATER = '451 4.7.1 It could not be looked at, try again later'

const relay = relayForTests()
let dir: string
const ends: (() => unknown)[] = []

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'filter-'))
})

afterAll(async () => {
  for (const end of ends) await end()
  await rm(dir, { recursive: true, force: true })
})

/** @returns the port of a receiver that asks this filter */
async function receiverWith(filter: FilterSettings): Promise<number> {
  const receiver = await startReceiver({ resolver: fakeDns({}), filter })
  ends.push(() => receiver.close())
  return receiver.port
}

const message = (subject: string, body = 'Body\r\n') => `From: Shop <shop@sender.test>\r\nSubject: ${subject}\r\nX-Folded: a\r\n b\r\n\r\n${body}`

const send = (port: number, { address }: TestAlias, subject: string, body?: string) =>
  sendMail(port, 'shop@sender.test', address, message(subject, body))

/** A filter greets nobody: it is there once somebody can connect. */
async function started(command: string, args: string[], port: number): Promise<void> {
  const child: ChildProcess = spawn(command, args, { stdio: 'ignore' })
  ends.push(() => child.kill())
  const isThere = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  await vi.waitUntil(isThere, { timeout: 60_000 })
}

describe.skipIf(!existsSync('/usr/lib/python3/dist-packages/Milter'))('a filter over libmilter', () => {
  let port: number
  let told: string
  const lastTold = async () => JSON.parse((await readFile(told, 'utf8')).trim().split('\n').at(-1) ?? '')

  beforeAll(async () => {
    const at = await freePort()
    told = path.join(dir, 'told')
    await started('/usr/bin/python3', [new URL('../testing/filter.py', import.meta.url).pathname, String(at), told], at)
    port = await receiverWith({ address: { host: '127.0.0.1', port: at }, fails: 'closed' })
  })

  it('is told who sends what to which alias, and never who reads it', async () => {
    const alias = await anAlias()
    expect(await send(port, alias, 'accept', 'one\r\n.two\r\n')).toBe(ACCEPTED)
    expect(await lastTold()).toMatchObject({
      address: '127.0.0.1',
      helo: 'sender.test',
      from: '<shop@sender.test>',
      to: [`<${alias.address}>`],
      id: expect.stringMatching(/^msg_/),
      head: [
        ['From', 'Shop <shop@sender.test>'],
        ['Subject', 'accept'],
        ['X-Folded', 'a\n b'],
      ],
      bytes: 11,
    })
    expect(await readFile(told, 'utf8')).not.toContain(alias.email)
    expect((await relay.arrived(alias, 'accept')).data.toString()).not.toContain('changed')
  })

  it.each([
    ['reject', REFUSED],
    ['early', REFUSED],
    ['later', LATER],
  ])('says %s, and its sender hears it in our words', async (subject, reply) => {
    const alias = await anAlias()
    expect(await send(port, alias, subject)).toBe(reply)
    expect(await queuedFor(alias.userId)).toBe(0)
  })

  it('may have a mail forgotten, or looked at first, and nobody outside hears of it', async () => {
    const alias = await anAlias()
    for (const subject of ['discard', 'quarantine', 'spam']) expect(await send(port, alias, subject)).toBe(ACCEPTED)
    await expect
      .poll(async () => (await listHeldMails(alias.userId)).map(({ subject, why }) => `${subject}: ${why}`))
      .toEqual(['spam: filter', 'quarantine: filter'])
    expect(await queuedFor(alias.userId)).toBe(2)
  })

  it('sees as much of a large mail as it wants, and all of it arrives', async () => {
    const alias = await anAlias()
    const body = `${'x'.repeat(998)}\r\n`.repeat(3000)
    expect(await send(port, alias, 'large', body)).toBe(ACCEPTED)
    expect((await lastTold()).bytes).toBeLessThan(400_000)
    expect((await relay.arrived(alias, 'large')).data.toString().endsWith(`\r\n\r\n${body}`)).toBe(true)
  })
})

const RSPAMD = '/usr/bin/rspamd'

describe.skipIf(!existsSync(RSPAMD) || process.getuid?.() !== 0)('rspamd', () => {
  it('refuses what it finds to be spam, and lets the rest through', async () => {
    const at = await freePort()
    const config = path.join(dir, 'rspamd.conf')
    await writeFile(
      config,
      `options { pidfile = "${dir}/rspamd.pid"; filters = ""; temp_dir = "${dir}"; rundir = "${dir}"; gtube_patterns = "all"; dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; } }
logging { type = "file"; filename = "${dir}/rspamd.log"; level = "info"; }
actions { reject = 15; add_header = 6; }
worker "rspamd_proxy" { bind_socket = "127.0.0.1:${at}"; milter = yes; timeout = 10s; count = 1; upstream "local" { default = yes; self_scan = yes; } }
`,
    )
    execFileSync('chmod', ['777', dir])
    await started(RSPAMD, ['-f', '-u', 'nobody', '-g', 'nogroup', '-c', config], at)
    const port = await receiverWith({ address: { host: '127.0.0.1', port: at }, fails: 'closed' })
    const alias = await anAlias()
    expect(await send(port, alias, 'fine')).toBe(ACCEPTED)
    await relay.arrived(alias, 'fine')
    expect(await send(port, alias, 'test', 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X\r\n')).toBe(REFUSED)
  })
})

/** A filter that behaves badly. */
async function badFilter(hear: (socket: Socket) => void): Promise<FilterSettings['address']> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    hear(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

const FAULTS: [string, (socket: Socket) => void][] = [
  ['hangs up', (socket) => socket.destroy()],
  ['is silent', (socket) => socket.resume()],
  ['speaks something else', (socket) => socket.end('220 mail.test ESMTP ready to go on with something else\r\n')],
  ['hangs up behind its greeting', (socket) => socket.once('data', () => socket.end(negotiation()))],
  ['wants what was not offered', (socket) => socket.once('data', () => socket.write(packet('O', Buffer.from('000000060000003f80000000', 'hex'))))],
]

it.each(FAULTS)('a filter that %s: the mail is asked for again, or taken, as the operator chose', async (_, hear) => {
  const address = await badFilter(hear)
  const alias = await anAlias()
  expect(await send(await receiverWith({ address, fails: 'closed', answerMs: 200 }), alias, 'closed')).toBe(LATER)
  expect(await send(await receiverWith({ address, fails: 'open', answerMs: 200 }), alias, 'open')).toBe(ACCEPTED)
  await relay.arrived(alias, 'open')
  await expect.poll(() => queuedFor(alias.userId)).toBe(0)
})

it('a filter that is not there is no reason to lose mail either', async () => {
  const address = { path: path.join(dir, 'nobody') }
  const alias = await anAlias()
  expect(await send(await receiverWith({ address, fails: 'closed' }), alias, 'closed')).toBe(LATER)
  expect(await send(await receiverWith({ address, fails: 'open' }), alias, 'open')).toBe(ACCEPTED)
})
