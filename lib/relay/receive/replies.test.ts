import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, transaction } from '#lib/core/db'
import { newIdOn } from '#lib/core/shard'
import { withdrawAccess, withdrawScope } from '#lib/grants/end-grants'
import { erasePerson } from '#lib/privacy/erase-person'
import { aliasAddress } from '#lib/subjects/alias-address'
import { switchAlias } from '#lib/users/aliases/switch-alias'
import { bounceAddress } from '../bounce/bounce-address'
import { LOOP_HEADER, loopToken } from '../head/loop-token'
import { MAX_BYTES_IN_FLIGHT, MAX_CLIENTS, MAX_MESSAGE_BYTES, ROLE_MAIL } from '../limits'
import { TEST_HEADER, testToken } from '../panel/test-token'
import { isRoomForRoleMail } from '../store/role-mail'
import { anAlias, consentTo } from '../testing/an-alias'
import { deliveryReport } from '../testing/delivery-report'
import { fakeDns } from '../testing/fake-dns'
import { useOwnDatabase } from '../testing/own-database'
import { ask, queuedFor } from '../testing/queue'
import { SmtpClient, sendMail, withoutId } from '../testing/smtp-client'
import { CONNECTION_LIMITS } from './connection-limits'
import { networkHash } from './network-hash'
import { type Receiver, startReceiver } from './receiver'

const UNKNOWN = '550 5.1.1 No such address here'
const NOT_NOW = '450 4.2.1 Mailbox cannot take this now, try again later'
const ACCEPTED = '250 2.6.0 Accepted'
const OWN_DOMAIN = '550 5.7.1 Nobody sends mail in our name from outside'
const LOOP = '554 5.4.6 This message was here before'
const MESSAGE = 'From: Shop <shop@sender.test>\r\nSubject: Hello\r\n\r\nBody\r\n'

let receiver: Receiver

beforeAll(async () => {
  await useOwnDatabase()
  Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', MAIL_FROM: 'no-reply@mail.signet.test' })
  const dns = fakeDns({
    '_dmarc.strict.test': 'v=DMARC1; p=reject',
    '_dmarc.mail.signet.test': 'v=DMARC1; p=reject',
    '_dmarc.lenient.test': 'v=DMARC1; p=none',
  })
  receiver = await startReceiver({ resolver: dns, limits: { ...CONNECTION_LIMITS, ofNetwork: MAX_CLIENTS + 1 } })
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
  await transaction((tx) => erasePerson(tx, deleted.userId))
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

it('offers neither SMTPUTF8 nor notices of delivery, and says so to whoever asks for it, before there is a message', async () => {
  const { address } = await anAlias()
  const client = await SmtpClient.open(receiver.port)
  expect(await client.command('EHLO sender.test')).not.toMatch(/SMTPUTF8|DSN/)
  expect(await client.command('MAIL FROM:<shop@sender.test> BODY=8BITMIME SMTPUTF8')).toBe('555 5.5.4 SMTPUTF8 is not offered here')
  const greek = Buffer.from('MAIL FROM:<\u03c0@sender.test>').toString('latin1')
  expect(await client.command(greek)).toBe('553 5.6.7 Addresses are in ASCII here')
  expect(await client.command('MAIL FROM:<shop@sender.test>')).toMatch(/^250 /)
  const polish = Buffer.from('RCPT TO:<\u017c@alias.localhost>').toString('latin1')
  expect(await client.command(polish)).toBe('553 5.6.7 Addresses are in ASCII here')
  expect(await client.command(`RCPT TO:<${address}>`)).toMatch(/^250 /)
  client.close()
})

it('takes an address in quotes for the one without them, and one that needs them for a sender', async () => {
  const alias = await anAlias()
  const quoted = (address: string) => address.replace(/^(.*)@/, '"$1"@')
  expect(await send(quoted(alias.address))).toBe(ACCEPTED)
  expect(await send(quoted(alias.address).replace('"', '"\\'))).toBe(ACCEPTED)
  expect(await send('"postmaster"@alias.localhost')).toBe(ACCEPTED)
  for (const from of ['"john doe"@sender.test', '"a@b"@sender.test', '"a\\"b> c"@sender.test', '"john.doe"@sender.test'])
    expect([from, await send(alias.address, MESSAGE, from)]).toEqual([from, ACCEPTED])
  expect(await send('"not one"@alias.localhost')).toBe(UNKNOWN)
  expect(await send(`"${alias.address}"@else.test`)).toBe('550 5.7.1 We do not relay for that domain')
  expect(await send(alias.address, MESSAGE, '"x@sender.test"@alias.localhost')).toBe(OWN_DOMAIN)
  for (const broken of ['"john doe@sender.test', 'john" doe@sender.test', '"a\tb"@sender.test'])
    expect(await send(alias.address, MESSAGE, broken)).toMatch(/^501 /)
})

it('answers commands that come all at once in their order, and those of one mail in one piece', async () => {
  const { address } = await anAlias()
  const client = await SmtpClient.open(receiver.port)
  await client.command('EHLO sender.test')
  const pieces: string[] = []
  client.socket.on('data', (piece) => pieces.push(piece.toString()))
  client.send(`MAIL FROM:<a@sender.test>\r\nRCPT TO:<${address}>\r\nDATA\r\n`)
  for (const code of ['250', '250', '354']) expect(await client.reply()).toMatch(new RegExp(`^${code} `))
  expect(pieces).toHaveLength(1)
  expect(await client.send(`${MESSAGE}.\r\n`).reply()).toMatch(/^250 2\.6\.0 /)
  const many = 600
  client.send(`MAIL FROM:<a@sender.test>\r\n${'RCPT TO:<nobody@alias.localhost>\r\n'.repeat(many)}RCPT TO:<${address}>\r\nNOOP\r\n`)
  expect(await client.reply()).toMatch(/^250 /)
  for (let count = 0; count < many; count++) expect(await client.reply()).toBe(UNKNOWN)
  for (const what of [/^250 2\.1\.5 /, /^250 /]) expect(await client.reply()).toMatch(what)
  client.close()
})

it('says 550 5.7.1 to other domains', async () => {
  for (const address of ['somebody@else.test', 'a@notalias.localhost', 'a@x.b.alias.localhost'])
    expect(await send(address)).toBe('550 5.7.1 We do not relay for that domain')
})

it('takes mail for the postmaster and for abuse', async () => {
  for (const address of [aliasAddress('postmaster'), aliasAddress('ABUSE'), 'postmaster']) expect(await send(address)).toBe(ACCEPTED)
})

describe('mail for postmaster and abuse', () => {
  const [postmaster, abuse] = ['postmaster@alias.localhost', 'abuse@alias.localhost']
  const TOO_MUCH = '450 4.7.0 Too much mail for this address now, try again later'
  const forget = () => ask('DELETE FROM role_mails')
  /** Mail that came before, from this network or from others. */
  const had = (count: number, age: string, network = networkHash('127.0.0.1')) =>
    ask(
      `INSERT INTO role_mails (shard, network_hash, accepted_at, expires_at)
       SELECT 0, $1, clock_timestamp() - $2::interval, clock_timestamp() + interval '1 hour' FROM generate_series(1, $3)`,
      [network, age, count],
    )

  it.each([
    ['ten of one network in an hour', ROLE_MAIL.ofNetwork.hour, '59 minutes', '61 minutes', '127.0.0.200'],
    ['thirty of one network in a day', ROLE_MAIL.ofNetwork.day, '23 hours', '25 hours', '127.0.0.200'],
    ['a hundred in an hour', ROLE_MAIL.ofAll.hour, '59 minutes', '61 minutes', '192.0.2.1'],
    ['five hundred in a day', ROLE_MAIL.ofAll.day, '23 hours', '25 hours', '192.0.2.1'],
  ])('is refused for now after %s', async (_, count, within, before, ip) => {
    await forget()
    await had(count, before, networkHash(ip))
    expect(await send(abuse)).toBe(ACCEPTED)
    await forget()
    await had(count, within, networkHash(ip))
    for (const address of [abuse, postmaster]) expect(await send(address)).toBe(TOO_MUCH)
    expect(await send((await anAlias()).address)).toBe(ACCEPTED)
  })

  it('never passes its limit, however much comes at once, and does not stop other networks', async () => {
    await forget()
    const replies = await Promise.all(Array.from({ length: 16 }, () => send(abuse)))
    expect(replies.filter((reply) => reply === ACCEPTED)).toHaveLength(ROLE_MAIL.ofNetwork.hour)
    expect(replies.filter((reply) => reply === TOO_MUCH)).toHaveLength(6)
    expect(await isRoomForRoleMail(networkHash('192.0.2.1'))).toBe(true)
  })

  it('does not pile up: two hundred wait at most', async () => {
    await forget()
    await ask(
      `WITH message AS (INSERT INTO forwarded_messages (shard, id, nth, head_sealed, master_key_id, expires_at)
         VALUES (0, 'msg_pile', 0, '', 'k', clock_timestamp() + interval '1 hour') RETURNING id)
       INSERT INTO forwarded_mails (shard, message_id, nth, expires_at) SELECT 0, id, 0, clock_timestamp() + interval '1 hour' FROM message, generate_series(1, ${ROLE_MAIL.waiting})`,
    )
    expect(await send(abuse)).toBe(TOO_MUCH)
    await ask(`DELETE FROM forwarded_mails WHERE message_id = 'msg_pile'`)
    expect(await send(abuse)).toBe(ACCEPTED)
  })

  it('is small', async () => {
    await forget()
    expect(await send(abuse, `${MESSAGE}${`${'x'.repeat(998)}\r\n`.repeat(1100)}`)).toMatch(/^552 5\.3\.4 /)
  })

  it('counts addresses as one network that one customer of a provider has', () => {
    const isOne = (one: string, other: string) => networkHash(one).equals(networkHash(other))
    expect(isOne('192.0.2.1', '192.0.2.254')).toBe(true)
    expect(isOne('192.0.2.1', '::ffff:192.0.2.7')).toBe(true)
    expect(isOne('2001:db8:1::1', '2001:0db8:0001:ffff:1:2:3:4')).toBe(true)
    expect(isOne('192.0.2.1', '192.0.3.1')).toBe(false)
    expect(isOne('2001:db8:1::1', '2001:db8:2::1')).toBe(false)
  })
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
  expect(withoutId(await client.send(`${MESSAGE}.\r\n`).reply())).toBe(ACCEPTED)
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
  const replies = await Promise.all(clients.map((client) => client.send('\r\n.\r\n').reply().then(withoutId)))
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

it('says to a person who writes to their own alias what it says to anybody', async () => {
  const alias = await anAlias()
  expect(await send(alias.address, MESSAGE, alias.email)).toBe(ACCEPTED)
  expect(await send(alias.address, `From: Me <${alias.email.toUpperCase()}>\r\n\r\nx\r\n`)).toBe(ACCEPTED)
})

it('says 550 5.7.1 to mail in our name: of the aliases, of bounces, of our own mail, of the pages', async () => {
  const { address } = await anAlias()
  const inOurName = [
    'From: Signet <no-reply@alias.localhost>',
    'From: Signet <no-reply@ALIAS.localhost.>',
    'From: x@b.alias.localhost',
    'From: x@deep.er.alias.localhost',
    `From: ${(await anAlias()).address}`,
    'From: Signet <x@localhost>',
    'From: Signet <x@mail.signet.test>',
    'From: Signet <x@ｍａｉｌ。signet.test>',
    'From: Shop <shop@sender.test>\r\nSender: no-reply@alias.localhost',
    'From: Shop <shop@sender.test>\r\nSender: shop@sender.test\r\nSender: no-reply@mail.signet.test',
  ].map((head) => Buffer.from(head).toString('latin1'))
  for (const head of inOurName) expect([head, await send(address, `${head}\r\n\r\nx\r\n`)]).toEqual([head, OWN_DOMAIN])
  expect(await send(address, 'Subject: no From\r\n\r\nx\r\n', 'security@mail.signet.test')).toBe(OWN_DOMAIN)
  expect(await send(aliasAddress('postmaster'), `${inOurName[0]}\r\n\r\nx\r\n`)).toBe(OWN_DOMAIN)
  for (const from of ['x@notalias.localhost.test', 'x@signet.test', 'x@fakemail.signet.test'])
    expect(await send(address, `From: ${from}\r\n\r\nx\r\n`)).toBe(ACCEPTED)
})

it('takes a test mail in our name by its token, whatever the sender policies of our own domains say, and by no other', async () => {
  const alias = await anAlias()
  const testMail = (token: string) => `${TEST_HEADER}: ${token}\r\nFrom: Signet <no-reply@mail.signet.test>\r\n\r\nx\r\n`
  const id = newIdOn('tst')
  expect(await send(alias.address, testMail(testToken(id)), 'no-reply@mail.signet.test')).toBe(ACCEPTED)
  expect(await send(alias.address, testMail(`${id} aaaaaaaaaaaaaaaa`), 'no-reply@mail.signet.test')).toBe(OWN_DOMAIN)
})

it('answers a valid bounce with 250, that of our own smarthost too, and forwards nothing of it', async () => {
  const alias = await anAlias()
  await send(alias.address)
  const [row] = await ask<{ bounce_id: string }>('SELECT bounce_id FROM alias_traffic WHERE user_id = $1', [alias.userId])
  const address = bounceAddress(row?.bounce_id ?? '', new Date())
  const pausedAt = async () =>
    (await ask<{ paused_at: Date | null }>('SELECT paused_at FROM alias_traffic WHERE user_id = $1', [alias.userId]))[0]?.paused_at
  const report = deliveryReport(alias.email, '5.1.1')
  expect(await send(address, MESSAGE, '')).toBe(ACCEPTED)
  for (const status of ['5.7.1', '5.3.4', '5.2.2']) expect(await send(address, deliveryReport(alias.email, status), '')).toBe(ACCEPTED)
  expect(await send(address, report.replace('mailer@mx.test', 'mailer@mail.signet.test'), '')).toBe(ACCEPTED)
  expect(await send(address, report, '')).toBe(ACCEPTED)
  expect(await pausedAt()).toBeNull()
  expect(await send(address, report, '')).toBe(ACCEPTED)
  expect(await pausedAt()).toBeInstanceOf(Date)
  expect(await queuedFor(alias.userId)).toBe(1)
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
