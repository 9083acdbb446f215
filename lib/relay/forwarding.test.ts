import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase, prismaTransaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { withdrawAccess } from '#lib/grants/withdraw-access'
import { withdrawScope } from '#lib/grants/withdraw-scope'
import { aliasAddress } from '#lib/subjects/alias-address'
import { deletePerson } from '#lib/users/account/destroy-store'
import { switchAlias } from '#lib/users/aliases/switch-alias'
import { freePort } from '../../scripts/lib/ports.mjs'
import { hasPostfix, startPostfix } from '../../scripts/lib/testing/postfix.mjs'
import { Deliverer } from './deliver/deliverer'
import { dkimRecord } from './deliver/dkim-keys'
import { expireMails } from './expire-mails'
import { readTraffic } from './panel/read-traffic'
import { type Receiver, startReceiver } from './receive/receiver'
import { resumeMailbox } from './store/mailbox'
import { anAlias, anApp, consentTo, type TestAlias } from './testing/an-alias'
import { fakeDns } from './testing/fake-dns'
import { useOwnDatabase } from './testing/own-database'
import { ask, queuedFor } from './testing/queue'
import { type Delivered, Sink } from './testing/sink'
import { SmtpClient, sendMail } from './testing/smtp-client'

const ACCEPTED = '250 2.6.0 Accepted'
const MESSAGE = 'From: Shop <shop@sender.test>\r\nSubject: Hello\r\n\r\nBody\r\n'

let sink: Sink
let receiver: Receiver
let deliverer: Deliverer | undefined

beforeAll(async () => {
  await useOwnDatabase()
  sink = await Sink.start()
  Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', SMTP_URL: sink.url })
  receiver = await startReceiver({ resolver: fakeDns({}) })
})

afterAll(async () => {
  await receiver.close()
  await deliverer?.stop()
  await sink.close()
  await closeDatabase()
})

const startDelivery = () => {
  deliverer ??= new Deliverer()
}

async function stopDelivery() {
  await deliverer?.stop()
  deliverer = undefined
}

const send = ({ address }: { address: string }, message = MESSAGE, from = 'shop@sender.test') => sendMail(receiver.port, from, address, message)

const arrived = ({ email }: TestAlias) => sink.until(({ to }) => to === email)

/** Sends one message and has it delivered. */
async function forwarded(message: string, from?: string): Promise<Delivered & { alias: TestAlias; head: string; body: string }> {
  const alias = await anAlias()
  expect(await send(alias, message, from)).toBe(ACCEPTED)
  startDelivery()
  const mail = await arrived(alias)
  const end = mail.data.indexOf('\r\n\r\n')
  return { ...mail, alias, head: mail.data.subarray(0, end + 2).toString('latin1'), body: mail.data.subarray(end + 4).toString('latin1') }
}

/** The judgement of a library that did not sign it. */
async function dkimResult({ data }: Delivered): Promise<string[]> {
  const { name, value } = await dkimRecord()
  const { results } = await dkimVerify(data, { resolver: fakeDns({ [name]: value }) })
  return results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`)
}

it('forwards under the alias, signed, with the real address in the envelope and nowhere else', async () => {
  const mail = await forwarded(
    'From: Shop <shop@sender.test>\r\nTo: you\r\nReply-To: x@sender.test\r\nDisposition-Notification-To: x@sender.test\r\nSubject: Hello\r\nMessage-ID: <1@sender.test>\r\n\r\nBody\r\n',
  )
  expect(mail.data.includes(mail.alias.email)).toBe(false)
  expect(mail.head).toContain(`From: "Shop (shop at sender.test)" <${mail.alias.address}>\r\n`)
  expect(mail.head).toContain(`To: <${mail.alias.address}>\r\n`)
  expect(mail.head).toContain('Message-ID: <1@sender.test>\r\n')
  expect(mail.head).not.toMatch(/x@sender\.test|shop@sender\.test>|Reply-To|Notification/)
  expect(mail.from).toMatch(/^b-[a-z2-7]{16}-\d+-[a-z2-7]{16}@b\.alias\.localhost$/)
  expect(await dkimResult(mail)).toEqual(['pass alias.localhost'])
})

it.each([
  ['plain text', 'Subject: a\r\n\r\nx\r\n'],
  ['8-bit text', `Subject: a\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${Buffer.from('Zażółć').toString('latin1')}\r\n`],
  ['bare CR and bare LF', 'Subject: a\r\n\r\none\rtwo\nthree\r\n.\n.\rfour\r\n'],
  ['lines that begin with dots', 'Subject: a\r\n\r\n.\r\n..\r\n...x\r\n'],
  ['empty lines at the end', 'Subject: a\r\n\r\nx\r\n\r\n\r\n'],
  ['no body', 'Subject: a\r\n'],
  ['an empty body', 'Subject: a\r\n\r\n'],
  ['folded and spaced headers', 'Subject: a  b\r\n\t c\r\nMIME-Version:1.0\r\nReferences: <1@a>\r\n\t<2@a>\r\n\r\nx\r\n'],
  ['a body of several chunks', `Subject: a\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(30_000)}`],
])('signs %s so that the signature holds', async (_, message) => {
  expect(await dkimResult(await forwarded(message))).toEqual(['pass alias.localhost'])
})

it('keeps the body of a message that begins with an empty line, or has no head at all', async () => {
  expect((await forwarded('\r\nAll of this\r\nis body\r\n')).body).toBe('All of this\r\nis body\r\n')
  expect((await forwarded('All of this\r\n\r\nis body\r\n')).body).toBe('All of this\r\n\r\nis body\r\n')
})

it('delivers a body of many megabytes byte for byte', async () => {
  const body = `${Array.from({ length: 200 }, () => `${randomBase62(998)}\r\n`).join('')}.dots\r\n`.repeat(20)
  expect((await forwarded(`Subject: a\r\n\r\n${body}`)).body).toBe(body)
})

it('keeps dots, whatever piece of the network they come in', async () => {
  const alias = await anAlias()
  const client = await SmtpClient.open(receiver.port)
  await client.begin('shop@sender.test', [alias.address])
  for (const byte of `${MESSAGE}..\r\n...x\r\n.\r\n`) {
    client.send(byte)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await client.reply()).toBe(ACCEPTED)
  startDelivery()
  expect((await arrived(alias)).data.toString()).toMatch(/Body\r\n\.\r\n\.\.x\r\n$/)
})

it.each([['\n.\n'], ['\n.\r\n'], ['\r\n.\n'], ['\r.\r'], ['\r\n.\r']])('takes %j for text, never for the end of a message', async (ending) => {
  const [alias, smuggled] = [await anAlias(), await anAlias()]
  const client = await SmtpClient.open(receiver.port)
  await client.begin('shop@sender.test', [alias.address])
  const attack = `${MESSAGE}${ending}MAIL FROM:<evil@sender.test>\r\nRCPT TO:<${smuggled.address}>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n`
  expect(await client.send(attack).reply()).toBe(ACCEPTED)
  expect(await client.command('NOOP')).toMatch(/^250/)
  client.close()
  startDelivery()
  const mail = (await arrived(alias)).data.toString('latin1')
  expect(mail).toContain('Subject: smuggled')
  expect(mail.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
  expect(await queuedFor(smuggled.userId)).toBe(0)
  expect(sink.mails.some(({ to }) => to === smuggled.email)).toBe(false)
})

it('stores nothing of a message that breaks off', async () => {
  const alias = await anAlias()
  const client = await SmtpClient.open(receiver.port)
  await client.begin('shop@sender.test', [alias.address])
  client.send(MESSAGE).send('.\r').close()
  const other = await anAlias()
  expect(await send(other)).toBe(ACCEPTED)
  expect(await queuedFor(alias.userId)).toBe(0)
})

it('refuses two senders in From, as two fields or as two addresses', async () => {
  const alias = await anAlias()
  for (const from of ['From: a@sender.test\r\nFrom: b@sender.test', 'From: a@sender.test, b@sender.test', 'From: a@sender.test\nFrom: b@sender.test'])
    expect(await send(alias, `${from}\r\nSubject: x\r\n\r\nx\r\n`)).toMatch(/^554 5\.6\.0 /)
})

it('leaves the null sender null, and answers nobody', async () => {
  expect((await forwarded(MESSAGE, '')).from).toBe('')
})

it('keeps no address and no text in clear while mail waits', async () => {
  await stopDelivery()
  const alias = await anAlias()
  const word = randomBase62(20)
  await send(alias, `From: Shop <shop@sender.test>\r\nSubject: ${word}\r\n\r\n${word}\r\n`)
  for (const table of ['forwarded_messages', 'forwarded_chunks', 'forwarded_mails', 'alias_traffic', 'mailboxes', 'test_mails']) {
    expect(await ask(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%' OR t::text LIKE '%' || $2 || '%'`, [alias.email, word])).toEqual(
      [],
    )
  }
  expect(await queuedFor(alias.userId)).toBe(1)
})

it.each<[string, (alias: TestAlias) => Promise<unknown>]>([
  ['withdrawing access', ({ userId, appId }) => withdrawAccess(userId, appId)],
  ['taking back the scope', ({ userId, appId }) => withdrawScope(userId, appId, 'email')],
  ['declining it on the consent screen', ({ userId, appId }) => consentTo(userId, appId, [], ['email'])],
  ['switching the alias off', ({ userId, appId }) => switchAlias(userId, appId, true)],
  ['deleting the account', ({ userId }) => prismaTransaction((tx) => deletePerson(tx, userId))],
])('%s takes queued mail along, body and all', async (_, end) => {
  await stopDelivery()
  const alias = await anAlias()
  const message = `Subject: a\r\n\r\n${'x'.repeat(998)}\r\n`.repeat(200)
  expect(await send(alias, message)).toBe(ACCEPTED)
  const [queued] = await ask<{ message_id: string }>(
    'SELECT f.message_id FROM forwarded_mails f JOIN grants g ON g.id = f.grant_id WHERE g.user_id = $1',
    [alias.userId],
  )
  await end(alias)
  const left = `SELECT 1 FROM forwarded_messages WHERE id = $1 UNION ALL SELECT 1 FROM forwarded_chunks WHERE message_id = $1 UNION ALL SELECT 1 FROM forwarded_mails WHERE message_id = $1`
  expect(await ask(left, [queued?.message_id])).toEqual([])
})

it('a message for several people stays until the last of them has it or left', async () => {
  await stopDelivery()
  const appId = await anApp()
  const [first, second] = [await anAlias({ appId }), await anAlias({ appId })]
  expect(await sendMail(receiver.port, 'shop@sender.test', [first.address, second.address], MESSAGE)).toBe(ACCEPTED)
  await withdrawAccess(first.userId, appId)
  expect(await queuedFor(second.userId)).toBe(1)
  startDelivery()
  await arrived(second)
  await expect.poll(() => queuedFor(second.userId)).toBe(0)
  expect(sink.mails.some(({ to }) => to === first.email)).toBe(false)
})

it('counts what was forwarded, and when', async () => {
  const { alias } = await forwarded(MESSAGE)
  await expect.poll(async () => (await readTraffic(alias.userId)).byApp.get(alias.appId)?.forwarded).toBe(1)
  const traffic = (await readTraffic(alias.userId)).byApp.get(alias.appId)
  expect(traffic?.lastForwardedAt).toBeInstanceOf(Date)
  expect(traffic).toMatchObject({ waiting: 0, problem: null })
})

it('tries a temporary refusal again later, and shows its code and nothing more', async () => {
  const alias = await anAlias()
  sink.refuse = (to) => (to === alias.email ? { code: 452, text: `4.2.2 <${to}> is full`, at: 'RCPT' } : undefined)
  await send(alias)
  startDelivery()
  const problem = async () => (await readTraffic(alias.userId)).byApp.get(alias.appId)?.problem
  await expect.poll(problem).toMatchObject({ kind: 'full', code: '4.2.2' })
  const [row] = await ask<{ seconds: number; attempts: number }>(
    `SELECT extract(epoch FROM f.next_attempt_at - clock_timestamp())::float8 AS seconds, attempts
     FROM forwarded_mails f JOIN grants g ON g.id = f.grant_id WHERE g.user_id = $1`,
    [alias.userId],
  )
  expect(row?.attempts).toBe(1)
  expect(row?.seconds).toBeGreaterThan(0)
  expect(row?.seconds).toBeLessThanOrEqual(60)
  sink.refuse = () => undefined
  await ask(`UPDATE forwarded_mails SET next_attempt_at = clock_timestamp() FROM grants g WHERE g.id = grant_id AND g.user_id = $1`, [alias.userId])
  await arrived(alias)
})

it('pauses a mailbox that refused three mails for good; resumed, it gets what waited', async () => {
  const alias = await anAlias()
  sink.refuse = (to) => (to === alias.email ? { code: 550, text: `5.1.1 <${to}> unknown`, at: 'RCPT' } : undefined)
  startDelivery()
  for (let count = 0; count < 3; count++) expect(await send(alias)).toBe(ACCEPTED)
  const isPaused = async () => (await readTraffic(alias.userId)).mailboxPausedAt !== null
  await expect.poll(isPaused).toBe(true)
  expect(await queuedFor(alias.userId)).toBe(0)
  expect(await send(alias)).toMatch(/^450 4\.2\.1 /)
  sink.refuse = () => undefined
  expect(await resumeMailbox(alias.userId)).toBe(true)
  expect(await send(alias)).toBe(ACCEPTED)
  await arrived(alias)
})

it('does not pause a mailbox for a refused content, however often', async () => {
  const alias = await anAlias()
  sink.refuse = (to) => (to === alias.email ? { code: 554, text: '5.7.1 spam', at: 'DATA' } : undefined)
  startDelivery()
  for (let count = 0; count < 4; count++) await send(alias)
  await expect.poll(() => queuedFor(alias.userId)).toBe(0)
  sink.refuse = () => undefined
  expect((await readTraffic(alias.userId)).mailboxPausedAt).toBeNull()
})

it('gives up after two days and says so to the person, never to the sender', async () => {
  await stopDelivery()
  const alias = await anAlias()
  await send(alias)
  await ask(`UPDATE forwarded_mails SET expires_at = clock_timestamp() FROM grants g WHERE g.id = grant_id AND g.user_id = $1`, [alias.userId])
  await expireMails()
  expect(await queuedFor(alias.userId)).toBe(0)
  expect((await readTraffic(alias.userId)).byApp.get(alias.appId)?.problem).toMatchObject({ kind: 'expired' })
})

it('forwards mail for the postmaster to the person behind that address, who may answer', async () => {
  startDelivery()
  expect(await send({ address: aliasAddress('postmaster') }, MESSAGE)).toBe(ACCEPTED)
  const mail = await sink.until(({ to }) => to === 'postmaster@localhost')
  expect(mail.data.toString()).toContain('Reply-To: <shop@sender.test>')
})

const has = (tool: string, ...args: string[]) => {
  try {
    execFileSync(tool, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const hasPython = has('python3', '-c', 'import smtplib')
it.skipIf(!hasPython)(`takes mail from Python's smtplib${hasPython ? '' : ' (skipped: no python3 here)'}`, async () => {
  const alias = await anAlias()
  const program = `import smtplib, sys
from email.message import EmailMessage
m = EmailMessage(); m['From'] = 'Shop <shop@sender.test>'; m['To'] = sys.argv[2]; m['Subject'] = 'Zażółć'; m.set_content('Gęślą jaźń\\n.\\n')
with smtplib.SMTP('127.0.0.1', int(sys.argv[1])) as s: s.starttls(); s.send_message(m)`
  await promisify(execFile)('python3', ['-c', program, String(receiver.port), alias.address])
  startDelivery()
  expect(await dkimResult(await arrived(alias))).toEqual(['pass alias.localhost'])
})

it.skipIf(!hasPostfix())(`takes mail from Postfix, over TLS${hasPostfix() ? '' : ' (skipped: no Postfix here, or not root)'}`, async () => {
  const alias = await anAlias()
  const dir = await mkdtemp(path.join(os.tmpdir(), 'postfix-'))
  const port = await freePort()
  const stop = await startPostfix({ dir, port, relayPort: receiver.port, rewrites: false })
  try {
    expect(await sendMail(port, 'shop@sender.test', alias.address, MESSAGE)).toMatch(/^250 /)
    startDelivery()
    const mail = await arrived(alias)
    expect(await dkimResult(mail)).toEqual(['pass alias.localhost'])
    expect(mail.data.toString()).toMatch(/with ESMTPS id/)
  } finally {
    stop()
    await rm(dir, { recursive: true, force: true })
  }
})

const hasSwaks = has('swaks', '--version')
it.skipIf(!hasSwaks)(`takes mail from swaks, over TLS and pipelined${hasSwaks ? '' : ' (skipped: no swaks here)'}`, async () => {
  const alias = await anAlias()
  const server = ['--server', '127.0.0.1', '--port', String(receiver.port), '--from', 'shop@sender.test', '--to', alias.address]
  await promisify(execFile)('swaks', [...server, '--tls-optional', '--pipeline', '--helo', 'sender.test'])
  startDelivery()
  expect(await dkimResult(await arrived(alias))).toEqual(['pass alias.localhost'])
})
