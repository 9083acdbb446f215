import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase, prismaTransaction } from '#lib/core/db'
import { withdrawAccess } from '#lib/grants/withdraw-access'
import { withdrawScope } from '#lib/grants/withdraw-scope'
import { aliasAddress } from '#lib/subjects/alias-address'
import { deletePerson } from '#lib/users/account/destroy-store'
import { switchAlias } from '#lib/users/aliases/switch-alias'
import { bounceAddress } from '../bounce/bounce-address'
import { LOOP_HEADER, loopToken } from '../head/loop-token'
import { MAX_BYTES_IN_FLIGHT, MAX_CLIENTS, MAX_MESSAGE_BYTES } from '../limits'
import { anAlias, consentTo } from '../testing/an-alias'
import { fakeDns } from '../testing/fake-dns'
import { useOwnDatabase } from '../testing/own-database'
import { ask, queuedFor } from '../testing/queue'
import { SmtpClient, sendMail } from '../testing/smtp-client'
import { type Receiver, startReceiver } from './receiver'

const UNKNOWN = '550 5.1.1 No such address here'
const NOT_NOW = '450 4.2.1 Mailbox cannot take this now, try again later'
const ACCEPTED = '250 2.6.0 Accepted'
const LOOP = '554 5.4.6 This message was here before'
const MESSAGE = 'From: Shop <shop@sender.test>\r\nSubject: Hello\r\n\r\nBody\r\n'

let receiver: Receiver

beforeAll(async () => {
  await useOwnDatabase()
  process.env.SMTP_LISTEN = '127.0.0.1:0'
  const dns = fakeDns({ '_dmarc.strict.test': 'v=DMARC1; p=reject', '_dmarc.lenient.test': 'v=DMARC1; p=none' })
  receiver = await startReceiver({ resolver: dns })
})

afterAll(async () => {
  await receiver.close()
  await closeDatabase()
})

const send = (to: string | string[], message = MESSAGE, from = 'shop@sender.test') => sendMail(receiver.port, from, to, message)

it('says 250 2.6.0 when the mail is queued, and not before', async () => {
  const alias = await anAlias()
  expect(await send(alias.address)).toBe(ACCEPTED)
  expect(await queuedFor(alias.userId)).toBe(1)
})

it('does not tell unknown, withdrawn, narrowed, switched off, deleted and forged apart, nor a tag', async () => {
  const [withdrawn, narrowed, off, deleted, live] = [await anAlias(), await anAlias(), await anAlias(), await anAlias(), await anAlias()]
  await withdrawAccess(withdrawn.userId, withdrawn.appId)
  await withdrawScope(narrowed.userId, narrowed.appId, 'email')
  await switchAlias(off.userId, off.appId, true)
  await prismaTransaction((tx) => deletePerson(tx, deleted.userId))
  const forged = bounceAddress('abcdefghijklmnop', new Date())
  const addresses = [
    aliasAddress('abcdefghijklmnop'),
    aliasAddress('nobody'),
    withdrawn.address,
    narrowed.address,
    off.address,
    deleted.address,
    forged,
    forged.replace(/.{3}@/, 'aaa@'),
    `x@${forged.split('@')[1]}`,
    live.address.replace('@', '+tag@'),
  ]
  for (const address of addresses) expect([address, await send(address)]).toEqual([address, UNKNOWN])
})

it('brings the same alias back with a new consent', async () => {
  const alias = await anAlias()
  await withdrawAccess(alias.userId, alias.appId)
  expect(await send(alias.address)).toBe(UNKNOWN)
  await consentTo(alias.userId, alias.appId)
  expect(await send(alias.address)).toBe(ACCEPTED)
})

it('takes an alias in any case of letters', async () => {
  expect(await send((await anAlias()).address.toUpperCase())).toBe(ACCEPTED)
})

it('says 550 5.7.1 to other domains', async () => {
  for (const address of ['somebody@else.test', 'a@notalias.localhost', 'a@x.b.alias.localhost'])
    expect(await send(address)).toBe('550 5.7.1 We do not relay for that domain')
})

it('takes mail for the postmaster and for abuse', async () => {
  for (const address of [aliasAddress('postmaster'), aliasAddress('ABUSE'), 'postmaster']) expect(await send(address)).toBe(ACCEPTED)
})

it('says 552 5.3.4 to a message that is too large, by its word or in truth, or by its head', async () => {
  const { address } = await anAlias()
  const client = await SmtpClient.open(receiver.port)
  await client.command('EHLO sender.test')
  expect(await client.command(`MAIL FROM:<a@b.test> SIZE=${MAX_MESSAGE_BYTES + 1}`)).toMatch(/^552 5\.3\.4 /)
  client.close()
  expect(await send(address, `From: a@b.test\r\n\r\n${'x'.repeat(998)}\r\n`.padEnd(MAX_MESSAGE_BYTES + 10, `${'x'.repeat(998)}\r\n`))).toMatch(
    /^552 5\.3\.4 /,
  )
  expect(await send(address, `${MESSAGE.slice(0, 30)}${'X-Long: 1\r\n'.repeat(25_000)}\r\nBody\r\n`)).toMatch(/^552 5\.3\.4 /)
})

it('says 450 4.2.1 when an alias had sixty mails in an hour or two hundred in a day', async () => {
  const [hourly, daily] = [await anAlias(), await anAlias()]
  const past = (count: number, age: string) => `array_fill(clock_timestamp() - interval '${age}', ARRAY[${count}])`
  const had = (userId: string, times: string) => ask(`UPDATE alias_traffic SET accepted_at = ${times} WHERE user_id = $1`, [userId])
  for (const { address } of [hourly, daily]) expect(await send(address)).toBe(ACCEPTED)
  await had(hourly.userId, past(60, '59 minutes'))
  await had(daily.userId, past(200, '23 hours'))
  for (const { address } of [hourly, daily]) expect(await send(address)).toBe(NOT_NOW)
  await had(hourly.userId, past(60, '61 minutes'))
  await had(daily.userId, past(200, '25 hours'))
  for (const { address } of [hourly, daily]) expect(await send(address)).toBe(ACCEPTED)
})

it('never queues more than sixty in an hour, however many come at once', async () => {
  const alias = await anAlias()
  const replies = await Promise.all(Array.from({ length: 70 }, () => send(alias.address)))
  expect(replies.filter((reply) => reply === ACCEPTED)).toHaveLength(60)
  expect(replies.filter((reply) => reply === NOT_NOW)).toHaveLength(10)
  expect(await queuedFor(alias.userId)).toBe(60)
})

it('says 450 4.2.1 for a paused mailbox', async () => {
  const alias = await anAlias()
  await ask(`INSERT INTO mailboxes (user_id, hard_bounces_at, paused_at) VALUES ($1, '{}', clock_timestamp())`, [alias.userId])
  expect(await send(alias.address)).toBe(NOT_NOW)
})

it('says 452 4.5.3 to the twenty-first recipient and takes the mail for the others', async () => {
  const appId = (await anAlias()).appId
  const aliases = await Promise.all(Array.from({ length: 21 }, () => anAlias({ appId })))
  const client = await SmtpClient.open(receiver.port)
  await client.command('EHLO sender.test')
  await client.command('MAIL FROM:<a@b.test>')
  const replies: string[] = []
  for (const { address } of aliases) replies.push(await client.command(`RCPT TO:<${address}>`))
  expect(replies.slice(0, 20).every((reply) => reply.startsWith('250'))).toBe(true)
  expect(replies[20]).toMatch(/^452 4\.5\.3 /)
  await client.command('DATA')
  expect(await client.send(`${MESSAGE}.\r\n`).reply()).toBe(ACCEPTED)
  client.close()
  expect(await Promise.all(aliases.map(({ userId }) => queuedFor(userId)))).toEqual([...Array(20).fill(1), 0])
})

it('says 421 4.3.2 to one client too many', async () => {
  const clients: SmtpClient[] = []
  for (let count = 0; count < MAX_CLIENTS; count++) clients.push(await SmtpClient.open(receiver.port))
  const said = await new Promise<string>((resolve) => connect(receiver.port, '127.0.0.1').once('data', (data) => resolve(String(data))))
  expect(said).toMatch(/^421 4\.3\.2 /)
  for (const client of clients) client.close()
  await expect.poll(() => send('nobody@alias.localhost').catch(() => '')).toBe(UNKNOWN)
})

it('says 452 4.3.1 when the bodies in flight fill the memory there is for them', async () => {
  const { address } = await anAlias()
  const block = Buffer.alloc(24 * 1024 * 1024, `${'x'.repeat(76)}\r\n`)
  const clients = await Promise.all(Array.from({ length: 3 }, () => SmtpClient.open(receiver.port)))
  for (const client of clients) expect(await client.begin('a@b.test', [address])).toMatch(/^354/)
  const written = (client: SmtpClient) => new Promise<void>((resolve) => void client.socket.write(block, () => resolve()))
  expect(clients.length * block.length).toBeGreaterThan(MAX_BYTES_IN_FLIGHT)
  await Promise.all(clients.map(written))
  const replies = await Promise.all(clients.map((client) => client.send('\r\n.\r\n').reply()))
  expect(replies.filter((reply) => /^452 4\.3\.1 /.test(reply))).toHaveLength(1)
  expect(replies.filter((reply) => reply === ACCEPTED)).toHaveLength(2)
  for (const client of clients) client.close()
  expect(await send((await anAlias()).address)).toBe(ACCEPTED)
})

it('says 554 5.4.6 to what was here before or came through too many hands', async () => {
  const { address } = await anAlias()
  expect(await send(address, `${LOOP_HEADER}: ${loopToken()}\r\n${MESSAGE}`)).toBe(LOOP)
  expect(await send(address, `${'Received: from a by b; date\r\n'.repeat(31)}${MESSAGE}`)).toBe(LOOP)
  expect(await send(address, `${'Received: from a by b; date\r\n'.repeat(30)}${MESSAGE}`)).toBe(ACCEPTED)
})

it('says 550 5.7.1 to a sender whose domain asks to reject what fails DMARC, and only then', async () => {
  const { address } = await anAlias()
  const from = (domain: string) => `From: a@${domain}\r\n\r\nx\r\n`
  expect(await send(address, from('strict.test'))).toBe('550 5.7.1 The sender domain asks to reject mail that fails DMARC')
  expect(await send(address, from('lenient.test'))).toBe(ACCEPTED)
})

it('says 550 5.7.1 to a person who writes to their own alias, in the envelope or in From', async () => {
  const alias = await anAlias()
  expect(await send(alias.address, MESSAGE, alias.email)).toBe('550 5.7.1 Replies not supported')
  expect(await send(alias.address, `From: Me <${alias.email.toUpperCase()}>\r\n\r\nx\r\n`)).toBe('550 5.7.1 Replies not supported')
  expect(await queuedFor(alias.userId)).toBe(0)
})

it('answers a valid bounce with 250, forwards nothing of it, and pauses the mailbox at the third', async () => {
  const alias = await anAlias()
  await send(alias.address)
  const [row] = await ask<{ bounce_id: string }>('SELECT bounce_id FROM alias_traffic WHERE user_id = $1', [alias.userId])
  const address = bounceAddress(row?.bounce_id ?? '', new Date())
  const report = [
    'From: mailer@mx.test',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="x"',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    `Final-Recipient: rfc822; ${alias.email}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--x--',
    '',
  ].join('\r\n')
  const isPaused = async () => (await send(alias.address)) === NOT_NOW
  expect(await send(address, MESSAGE, '')).toBe(ACCEPTED)
  expect(await send(address, report.replace('5.1.1', '5.7.1'), '')).toBe(ACCEPTED)
  for (let count = 0; count < 2; count++) expect(await send(address, report, '')).toBe(ACCEPTED)
  expect(await isPaused()).toBe(false)
  expect(await send(address, report, '')).toBe(ACCEPTED)
  expect(await isPaused()).toBe(true)
  expect(await ask('SELECT 1 FROM forwarded_mails WHERE grant_id IS NULL AND test_id IS NULL AND next_attempt_at > now()')).toEqual([])
})

it('offers STARTTLS with a certificate of its own making', async () => {
  const client = await SmtpClient.open(receiver.port)
  expect(await client.command('EHLO sender.test')).toContain('STARTTLS')
  expect(await client.command('STARTTLS')).toMatch(/^220/)
  client.socket.removeAllListeners('data')
  const secure = connectTls({ socket: client.socket, rejectUnauthorized: false, servername: 'alias.localhost' })
  await new Promise((resolve, reject) => secure.once('secureConnect', resolve).once('error', reject))
  const certificate = secure.getPeerX509Certificate()
  expect(certificate?.checkHost('alias.localhost')).toBe('alias.localhost')
  expect(certificate?.verify(certificate.publicKey)).toBe(true)
  secure.destroy()
})

it('has no commands but those of mail', async () => {
  const client = await SmtpClient.open(receiver.port)
  const greeted = await client.command('EHLO sender.test')
  expect(greeted).not.toMatch(/AUTH|XCLIENT|XFORWARD|SMTPUTF8/)
  for (const line of ['AUTH PLAIN AGEAYg==', 'WIZ x', 'SHELL x', 'XCLIENT ADDR=1.2.3.4', 'KILL x'])
    expect(await client.command(line)).toMatch(/^50\d /)
  client.close()
})
