import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase, transaction, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { withdrawAccess, withdrawScope } from '#lib/grants/end-grants'
import { erasePerson } from '#lib/privacy/erase-person'
import { aliasAddress } from '#lib/subjects/alias-address'
import { requestDeletion } from '#lib/users/account/request-deletion'
import { switchAlias } from '#lib/users/aliases/switch-alias'
import { recordPersonLogIn } from '#lib/users/record-person-log-in'
import { freePort } from '../../scripts/lib/ports.mjs'
import { hasPostfix, startPostfix } from '../../scripts/lib/testing/postfix.mjs'
import { newBounceId } from './bounce/bounce-address'
import { Deliverer } from './deliver/deliverer'
import { dkimRecord } from './deliver/dkim-keys'
import { expireMails } from './expire-mails'
import { HELD } from './limits'
import { readTraffic } from './panel/read-traffic'
import { type Receiver, startReceiver } from './receive/receiver'
import { recordHardBounce, resumeForwarding } from './store/pause'
import { anAlias, anAliasOf, anApp, consentTo, type TestAlias } from './testing/an-alias'
import { fakeDns } from './testing/fake-dns'
import { useOwnDatabase } from './testing/own-database'
import { ask, queuedFor } from './testing/queue'
import { type Delivered, Sink } from './testing/sink'
import { SmtpClient, sendMail, withoutId } from './testing/smtp-client'

const ACCEPTED = '250 2.6.0 Accepted'
const MESSAGE = 'From: Shop <shop@sender.test>\r\nSubject: Hello\r\n\r\nBody\r\n'

let sink: Sink
let receiver: Receiver
let deliverer: Deliverer | undefined

beforeAll(async () => {
  await useOwnDatabase()
  sink = await Sink.start()
  Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', SMTP_URL: sink.url })
  const spf = 'v=spf1 ip4:127.0.0.1 -all'
  receiver = await startReceiver({
    resolver: fakeDns({
      '_dmarc.vouched.strict.test': 'v=DMARC1; p=reject',
      'vouched.test': spf,
      'bounces.vouched.test': spf,
      'people.example': spf,
    }),
  })
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
  const { name, value } = await dkimRecord('alias.localhost')
  const { results } = await dkimVerify(data, { resolver: fakeDns({ [name]: value }) })
  return results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`)
}

it('forwards under the alias, signed, with the real address in the envelope and nowhere else', async () => {
  const mail = await forwarded(
    'From: Shop <shop@sender.test>\r\nTo: you\r\nReply-To: x@sender.test\r\nDisposition-Notification-To: x@sender.test\r\nSubject: Hello\r\nMessage-ID: <1@sender.test>\r\n\r\nBody\r\n',
  )
  expect(mail.data.includes(mail.alias.email)).toBe(false)
  expect(mail.head).toContain(`From: "[unverified sender] Shop (shop at sender.test)"\r\n <${mail.alias.address}>\r\n`)
  expect(mail.head).toContain(`To: <${mail.alias.address}>\r\n`)
  expect(mail.head).toContain('Message-ID: <1@sender.test>\r\n')
  expect(mail.head).not.toMatch(/x@sender\.test|shop@sender\.test>|Notification/)
  expect(mail.head.match(/^Reply-To:.*$/gm)?.map((line) => line.trim())).toEqual([
    expect.stringMatching(/^Reply-To: <r-[a-z2-7]{16}@r\.alias\.localhost>$/),
  ])
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
  expect(withoutId(await client.reply())).toBe(ACCEPTED)
  startDelivery()
  expect((await arrived(alias)).data.toString()).toMatch(/Body\r\n\.\r\n\.\.x\r\n$/)
})

it.each([['\n.\n'], ['\n.\r\n'], ['\r\n.\n'], ['\r.\r'], ['\r\n.\r']])('takes %j for text, never for the end of a message', async (ending) => {
  const [alias, smuggled] = [await anAlias(), await anAlias()]
  const client = await SmtpClient.open(receiver.port)
  await client.begin('shop@sender.test', [alias.address])
  const attack = `${MESSAGE}${ending}MAIL FROM:<evil@sender.test>\r\nRCPT TO:<${smuggled.address}>\r\nDATA\r\nSubject: smuggled\r\n\r\nx\r\n.\r\n`
  expect(withoutId(await client.send(attack).reply())).toBe(ACCEPTED)
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

it('refuses several senders in From that no single domain vouches for: as fields, of several domains, as a group, or very many', async () => {
  const alias = await anAlias()
  for (const from of [
    'From: a@sender.test\r\nFrom: b@sender.test',
    'From: a@sender.test\nFrom: b@sender.test',
    'From: a@sender.test, b@other.test',
    'From: a@sender.test, b@mail.sender.test',
    'From: Shop: a@sender.test, b@sender.test;',
    'From: a@sender.test, b@sender.test, c@sender.test, d@sender.test',
  ])
    expect([from, await send(alias, `${from}\r\nSubject: x\r\n\r\nx\r\n`)]).toEqual([
      from,
      '554 5.6.0 From has one mailbox, or up to three of one domain',
    ])
})

it('shows several writers of one domain, whose policy counts for them as for one', async () => {
  const from = 'From: Ann <ann@vouched.test>, "Ben, B." <ben@Vouched.test>\r\nSubject: x\r\n\r\nx\r\n'
  const { head } = await forwarded(from, 'office@vouched.test')
  expect(head.replace(/\r\n /g, ' ')).toContain('From: "[not confirmed by A] Ann (ann at vouched.test), Ben, B. (ben at Vouched.test)"')
  expect(await send(await anAlias(), from.replaceAll('ouched.test', 'ouched.strict.test'), 'office@vouched.test')).toMatch(/^550 5\.7\.1 /)
})

it('forwards mail from an address that only stands in quotes', async () => {
  const { head, from } = await forwarded('From: "john doe"@sender.test\r\nSubject: x\r\n\r\nx\r\n', '"john doe"@sender.test')
  expect(head).toContain('_john_doe_ at sender.test')
  expect(from).toMatch(/^b-/)
})

it('leaves the null sender null, and answers nobody', async () => {
  expect((await forwarded(MESSAGE, '')).from).toBe('')
})

it('keeps no address and no text in clear while mail waits', async () => {
  await stopDelivery()
  const alias = await anAlias()
  const word = randomBase62(20)
  await send(alias, `From: Shop <shop@sender.test>\r\nSubject: ${word}\r\n\r\n${word}\r\n`)
  for (const table of ['forwarded_messages', 'forwarded_chunks', 'forwarded_mails', 'alias_traffic', 'test_mails']) {
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
  ['deleting the account', ({ userId }) => transaction((tx) => erasePerson(tx, userId))],
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

const trafficOf = async ({ userId, appId }: TestAlias) => (await readTraffic(userId)).byApp.get(appId)

/** Has three mails to an alias refused by the mailbox behind it. */
async function paused(alias: TestAlias): Promise<void> {
  sink.refuse = (to) => (to === alias.email ? { code: 550, text: `5.1.1 <${to}> unknown`, at: 'RCPT' } : undefined)
  startDelivery()
  for (let count = 0; count < 3; count++) expect(await send(alias)).toBe(ACCEPTED)
  await expect.poll(async () => (await trafficOf(alias))?.pausedAt).toBeInstanceOf(Date)
  sink.refuse = () => undefined
}

const historyOf = async ({ userId }: TestAlias) =>
  (await ask<{ action: string }>(`SELECT action FROM activity_events WHERE user_id = $1 ORDER BY id`, [userId])).map(({ action }) => action)

it('pauses an alias whose mailbox was gone three times: its mail is accepted and held, and arrives when resumed', async () => {
  const alias = await anAlias()
  await paused(alias)
  expect(await queuedFor(alias.userId)).toBe(0)
  for (let count = 0; count < 2; count++) expect(await send(alias)).toBe(ACCEPTED)
  expect(await trafficOf(alias)).toMatchObject({ held: 2, waiting: 0, problem: { kind: 'unknown', code: '5.1.1' } })
  const [held] = await ask<{ days: number }>(
    `SELECT extract(epoch FROM f.expires_at - clock_timestamp())::float8 / 86400 AS days FROM forwarded_mails f JOIN grants g ON g.id = f.grant_id WHERE g.user_id = $1`,
    [alias.userId],
  )
  expect(held?.days).toBeCloseTo(14, 1)
  expect(sink.mails.some(({ to }) => to === alias.email)).toBe(false)
  expect(await resumeForwarding(alias.userId, alias.appId)).toBe(true)
  await expect.poll(() => sink.mails.filter(({ to }) => to === alias.email).length).toBe(2)
  expect(await trafficOf(alias)).toMatchObject({ pausedAt: null, held: 0 })
  expect((await historyOf(alias)).filter((action) => /pause|resume|doubt/.test(action))).toEqual(['alias.paused', 'alias.resumed'])
})

it('pauses at the third failure within seven days, not at the second, nor at a third that comes later', async () => {
  const alias = await anAlias()
  const bounceId = newBounceId(shardOf(alias.userId))
  await ask('INSERT INTO alias_traffic (shard, user_id, app_id, bounce_id) VALUES ($4, $1, $2, $3)', [
    alias.userId,
    alias.appId,
    bounceId,
    shardOf(alias.userId),
  ])
  const fail = () => recordHardBounce(bounceId, '5.1.1')
  expect([await fail(), await fail()]).toEqual([false, false])
  await ask(`UPDATE alias_traffic SET hard_bounces_at = ARRAY(SELECT a - interval '7 days' FROM unnest(hard_bounces_at) a) WHERE bounce_id = $1`, [
    bounceId,
  ])
  expect([await fail(), await fail(), await fail()]).toEqual([false, false, true])
})

it('is kept for somebody whose account is to be deleted, and delivered when they come back', async () => {
  await stopDelivery()
  const alias = await anAlias()
  expect(await send(alias)).toBe(ACCEPTED)
  expect(await requestDeletion(alias.userId, alias.email)).toBe(true)
  expect(await send(alias)).toBe(ACCEPTED)
  startDelivery()
  const kept = () =>
    ask(`SELECT f.id FROM forwarded_mails f JOIN grants g ON g.id = f.grant_id WHERE g.user_id = $1 AND f.next_attempt_at IS NULL`, [alias.userId])
  while ((await kept()).length < 2) await setTimeout(50)
  expect(sink.mails.filter(({ to }) => to === alias.email)).toEqual([])
  const accessVersion = (await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: alias.userId } }))).accessVersion
  await recordPersonLogIn({ id: alias.userId, accessVersion, browserSecret: randomBase62(43), browser: null, isFirst: true })
  await arrived(alias)
  while ((await queuedFor(alias.userId)) > 0) await setTimeout(50)
})

it('holds what waits for another try when its alias is paused, and forwards from the other aliases of the person', async () => {
  const alias = await anAlias()
  const other = await anAliasOf(alias)
  sink.refuse = (to) => (to === alias.email ? { code: 452, text: '4.2.2 full', at: 'RCPT' } : undefined)
  startDelivery()
  expect(await send(alias)).toBe(ACCEPTED)
  await expect.poll(() => trafficOf(alias)).toMatchObject({ waiting: 1, problem: { kind: 'full' } })
  await paused(alias)
  expect(await trafficOf(alias)).toMatchObject({ waiting: 0, held: 1 })
  expect(await send(other)).toBe(ACCEPTED)
  expect((await arrived(other)).data.toString()).toContain(other.address)
  expect(await trafficOf(other)).toMatchObject({ pausedAt: null, held: 0 })
})

it('asks the person about their address when three aliases are paused, and resumes all of them at their word', async () => {
  const first = await anAlias()
  const aliases = [first, await anAliasOf(first), await anAliasOf(first)]
  const isAsked = async () => (await readTraffic(first.userId)).isMailboxInDoubt
  for (const alias of aliases) {
    expect(await isAsked()).toBe(false)
    await paused(alias)
  }
  expect(await isAsked()).toBe(true)
  for (const alias of aliases) expect(await send(alias)).toBe(ACCEPTED)
  expect(await resumeForwarding(first.userId, null)).toBe(true)
  for (const alias of aliases) await sink.until(({ to, data }) => to === alias.email && data.includes(alias.address))
  expect(await isAsked()).toBe(false)
  expect((await historyOf(first)).filter((action) => action.startsWith('mailbox'))).toEqual(['mailbox.in_doubt', 'mailbox.resumed'])
})

it('keeps of a paused alias the newest mails up to a number and a size, and tells its person that some went', async () => {
  const [many, large] = [await anAlias(), await anAlias()]
  for (const alias of [many, large]) await paused(alias)
  const idsOf = async ({ userId }: TestAlias) =>
    (
      await ask<{ id: string }>('SELECT f.id FROM forwarded_mails f JOIN grants g ON g.id = f.grant_id WHERE g.user_id = $1 ORDER BY f.id', [userId])
    ).map(({ id }) => id)
  for (const alias of [many, large]) for (let count = 0; count < 3; count++) expect(await send(alias)).toBe(ACCEPTED)
  // As if there were more of them, and larger ones.
  const [{ message_id: any } = { message_id: '' }] = await ask<{ message_id: string }>(
    'SELECT f.message_id FROM forwarded_mails f JOIN grants g ON g.id = f.grant_id WHERE g.user_id = $1 ORDER BY f.id LIMIT 1',
    [many.userId],
  )
  await ask(
    `INSERT INTO forwarded_mails (shard, message_id, nth, grant_id, next_attempt_at, expires_at)
     SELECT f.shard, f.message_id, f.nth, f.grant_id, NULL, f.expires_at FROM forwarded_mails f, generate_series(4, ${HELD.mails}) WHERE f.message_id = $1`,
    [any],
  )
  await ask(
    `UPDATE forwarded_messages SET bytes = ${HELD.bytes / 2} WHERE id IN
       (SELECT f.message_id FROM forwarded_mails f JOIN grants g ON g.id = f.grant_id WHERE g.user_id = $1)`,
    [large.userId],
  )
  const [before, largeBefore] = [await idsOf(many), await idsOf(large)]
  expect(before).toHaveLength(HELD.mails)
  for (const alias of [many, large]) expect(await send(alias)).toBe(ACCEPTED)
  await expect.poll(async () => (await trafficOf(many))?.problem?.kind).toBe('dropped')
  await expect.poll(async () => (await trafficOf(large))?.problem?.kind).toBe('dropped')
  expect((await idsOf(many)).slice(0, -1)).toEqual(before.slice(1))
  expect((await idsOf(large)).slice(0, -1)).toEqual(largeBefore.slice(2))
})

it.each([
  ['a refused content', { code: 554, text: '5.7.1 spam', at: 'DATA' }],
  ['a mail that is too large', { code: 552, text: '5.3.4 too large', at: 'RCPT' }],
  ['a reply without a status', { code: 550, text: 'no', at: 'RCPT' }],
] as const)('does not pause an alias for %s, however often', async (_, refusal) => {
  const alias = await anAlias()
  sink.refuse = (to) => (to === alias.email ? refusal : undefined)
  startDelivery()
  for (let count = 0; count < 4; count++) await send(alias)
  await expect.poll(() => queuedFor(alias.userId)).toBe(0)
  sink.refuse = () => undefined
  expect((await trafficOf(alias))?.pausedAt).toBeNull()
})

it('marks a sender whom no domain vouches for, in the language of the reader, before the name', async () => {
  expect((await forwarded(MESSAGE)).head).toContain('From: "[unverified sender] Shop (shop at sender.test)"')
  const alias = await anAlias({ profile: { locale: 'pl' } })
  expect(await send(alias)).toBe(ACCEPTED)
  expect((await arrived(alias)).data.toString()).toContain('From: "[nadawca niepotwierdzony] Shop (shop at sender.test)"')
})

it.each([
  ['the address', 'bounces@vouched.test', 'shop@vouched.test'],
  ['the owner of the address', 'b-1@bounces.vouched.test', 'shop@mail.vouched.test'],
])('does not mark a sender when SPF of %s passed', async (_, envelope, from) => {
  expect((await forwarded(`From: Shop <${from}>\r\n\r\nx\r\n`, envelope)).head).toMatch(
    /From: "\[not confirmed by A\] Shop \(shop at [a-z.]*vouched\.test\)"/,
  )
})

it('marks a sender when only another domain passed', async () => {
  expect((await forwarded('From: Bank <bank@bank.test>\r\n\r\nx\r\n', 'b@vouched.test')).head).toContain('From: "[unverified sender] Bank')
})

it('gives a mail that a person wrote to their own alias back to them, marked, and tells its sender nothing', async () => {
  const alias = await anAlias()
  expect(await send(alias, `From: Me <${alias.email}>\r\n\r\nx\r\n`, alias.email)).toBe(ACCEPTED)
  startDelivery()
  const mail = await arrived(alias)
  expect(mail.data.toString()).toContain('From: "Your own mail: replies do not reach the sender"')
  expect(mail.data.toString()).not.toContain(alias.email.split('@')[0])
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
