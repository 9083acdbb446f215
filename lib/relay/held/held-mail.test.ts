import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { deliverDueMails } from '#lib/mail/testing/deliver-due-mails'
import { dkimRecord } from '../deliver/dkim-keys'
import { parseMessage, readText } from '../mime/entity'
import { anAlias, type TestAlias } from '../testing/an-alias'
import { fakeDns } from '../testing/fake-dns'
import { ask, queuedFor } from '../testing/queue'
import { ACCEPTED, relayForTests } from '../testing/relay'
import { listHeldMails, readHeldMail } from './held-mail'
import { discardHeld, releaseHeld, setOtherMail } from './store'
import { tellHeld } from './tell-held'

const SPF = 'v=spf1 ip4:127.0.0.1 -all'

const relay = relayForTests({ 'shop.test': SPF, 'elsewhere.test': SPF, '_dmarc.wary.test': 'v=DMARC1; p=quarantine' })

const send = async ({ address }: TestAlias, from: string, subject: string, body = 'Body\r\n') =>
  expect(await relay.send({ address }, `From: Somebody <${from}>\r\nSubject: ${subject}\r\n\r\n${body}`, `bounces@${from.split('@')[1]}`)).toBe(
    ACCEPTED,
  )

const nameDomains = ({ appId }: TestAlias, domains: string[]) => ask('UPDATE apps SET mail_domains = $2 WHERE id = $1', [appId, domains])

const heldOf = async ({ userId }: TestAlias) => (await listHeldMails(userId)).map(({ subject, why }) => `${subject}: ${why}`)

it('mail of the domains an app named flows unmarked; other mail is held, shown as text, let through or thrown away, by its person alone', async () => {
  const [alias, other] = [await anAlias(), await anAlias()]
  await nameDomains(alias, ['shop.test'])
  await send(alias, 'news@shop.test', 'own')
  expect((await relay.arrived(alias, 'own')).data.toString()).toContain('From: "Somebody (news at shop.test)"')

  await send(alias, 'x@elsewhere.test', 'strange', 'Hello <b>you</b>\r\n')
  await send(alias, 'x@elsewhere.test', 'unwanted')
  await expect.poll(() => heldOf(alias)).toEqual(['unwanted: sender', 'strange: sender'])
  const [unwanted, strange] = await listHeldMails(alias.userId)
  if (!unwanted || !strange) throw new Error('nothing is held')
  expect((strange.until.getTime() - Date.now()) / 86_400_000).toBeCloseTo(14, 1)
  expect(await readHeldMail(alias.userId, strange.id, alias.appId)).toMatchObject({
    from: 'Somebody (x at elsewhere.test)',
    text: 'Hello <b>you</b>',
  })
  expect(await readHeldMail(other.userId, strange.id, alias.appId)).toBeNull()
  expect(await releaseHeld(other.userId, strange.id, alias.appId)).toBe(false)
  expect(await discardHeld(other.userId, strange.id, alias.appId)).toBe(false)

  expect(await discardHeld(alias.userId, unwanted.id, alias.appId)).toBe(true)
  expect(await releaseHeld(alias.userId, strange.id, alias.appId)).toBe(true)
  expect((await relay.arrived(alias, 'strange')).data.toString()).toContain('From: "[not confirmed by A] Somebody (x at elsewhere.test)"')
  await expect.poll(() => queuedFor(alias.userId)).toBe(0)
  expect(relay.sink.mails.some(({ to, data }) => to === alias.email && data.includes('unwanted'))).toBe(false)
})

it('whoever chose otherwise is heard: thrown away without a word to its sender, and what waited is judged anew', async () => {
  const alias = await anAlias()
  await nameDomains(alias, ['shop.test'])
  await send(alias, 'x@elsewhere.test', 'waited')
  await expect.poll(() => heldOf(alias)).toEqual(['waited: sender'])
  expect(await setOtherMail(alias.userId, alias.appId, 'let_through')).toBe(true)
  expect((await relay.arrived(alias, 'waited')).data.toString()).toContain('From: "Somebody (x at elsewhere.test)"')
  expect(await setOtherMail(alias.userId, alias.appId, 'refuse')).toBe(true)
  await send(alias, 'x@elsewhere.test', 'refused')
  await expect.poll(() => queuedFor(alias.userId)).toBe(0)
  expect(relay.sink.mails.some(({ data }) => data.includes('Subject: refused'))).toBe(false)
  expect(await setOtherMail(alias.userId, alias.appId, 'refuse')).toBe(false)
})

it('what fails a policy of suspicion is held, also where the app has named no domain', async () => {
  const alias = await anAlias()
  await send(alias, 'x@elsewhere.test', 'proven')
  expect((await relay.arrived(alias, 'proven')).data.toString()).toContain('[not confirmed by A]')
  await relay.send(alias, 'From: Bank <service@wary.test>\r\nSubject: forged\r\n\r\nBody\r\n', 'a@elsewhere.test')
  await expect.poll(() => heldOf(alias)).toEqual(['forged: policy'])
})

it('whoever wants other mail rejected: its sender hears that there is no such address, the app does not, nor does anybody while others take it', async () => {
  const [alias, other] = [await anAlias(), await anAlias()]
  await nameDomains(alias, ['shop.test'])
  await setOtherMail(alias.userId, alias.appId, 'reject')
  const strange = 'From: x@elsewhere.test\r\nSubject: strange\r\n\r\nx\r\n'
  expect(await relay.send(alias, strange, 'x@elsewhere.test')).toBe('550 5.1.1 No such address here')
  expect(await queuedFor(alias.userId)).toBe(0)
  expect(await relay.send([alias, other], strange, 'x@elsewhere.test')).toBe(ACCEPTED)
  await relay.arrived(other, 'strange')
  await expect.poll(() => queuedFor(alias.userId)).toBe(0)
  await send(alias, 'news@shop.test', 'own')
  await relay.arrived(alias, 'own')
  expect(relay.sink.mails.filter(({ to }) => to === alias.email)).toHaveLength(1)
})

const PARTS = 'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"'

it.each([
  ['plain text without a word of what it is', '', 'Body\r\n'],
  ['several parts', PARTS, '--b\r\n\r\none\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>one</b>\r\n--b--\r\n'],
  [
    '8-bit text',
    'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit',
    'Za\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87\r\n\r\n\r\n',
  ],
  ['a body of several chunks', 'Content-Type: text/plain', `${'x'.repeat(70)}\r\n`.repeat(20_000)],
])('a line above the text of marked mail, where its person wants one: %s, not a byte of it changed, signed', async (_, fields, body) => {
  const alias = await anAlias({ profile: { locale: 'de' } })
  await setOtherMail(alias.userId, alias.appId, null, true)
  const head = `From: x@elsewhere.test\r\nSubject: marked\r\n${fields && `${fields}\r\n`}`
  expect(await relay.send(alias, `${head}\r\n${body}`, 'x@elsewhere.test')).toBe(ACCEPTED)
  const { data } = await relay.arrived(alias, 'marked')
  const text = data.toString('latin1')
  const message = parseMessage(text)
  expect(message.type).toBe('multipart/mixed')
  const [note, original] = message.children
  expect(note && readText(note)).toContain('keine der Domains, von denen A schreibt, bürgt für sie')
  expect(text).toContain(`\r\n${fields && `${fields.replace('MIME-Version: 1.0\r\n', '')}\r\n`}\r\n${body}\r\n--`)
  expect(original?.type).toBe(fields.includes('alternative') ? 'multipart/alternative' : 'text/plain')
  expect((await PostalMime.parse(data)).text).toContain('bürgt für sie')
  const { name, value } = await dkimRecord('alias.localhost')
  const { results } = await dkimVerify(data, { resolver: fakeDns({ [name]: value }) })
  expect(results.map(({ status }) => status.result)).toEqual(['pass'])
})

it('mail of the app itself has no line above it, nor has any other without that wish', async () => {
  const alias = await anAlias()
  await nameDomains(alias, ['shop.test'])
  await setOtherMail(alias.userId, alias.appId, 'mark', true)
  await send(alias, 'news@shop.test', 'own')
  expect((await relay.arrived(alias, 'own')).data.toString().endsWith('\r\n\r\nBody\r\n')).toBe(true)
  await setOtherMail(alias.userId, alias.appId, 'mark')
  await send(alias, 'x@elsewhere.test', 'marked')
  expect((await relay.arrived(alias, 'marked')).data.toString().endsWith('\r\n\r\nBody\r\n')).toBe(true)
})

it('tells a person once a day that mail is held: how much, and nothing of it', async () => {
  const tell = () => tellHeld(new AbortController().signal)
  const alias = await anAlias()
  const notices = async () => {
    await deliverDueMails()
    return relay.sink.mails.filter(({ to, data }) => to === alias.email && data.includes('Mail waits'))
  }
  await nameDomains(alias, ['shop.test'])
  await tell()
  expect(await notices()).toHaveLength(0)
  for (const subject of ['secret one', 'secret two']) await send(alias, 'x@elsewhere.test', subject)
  await expect.poll(() => heldOf(alias)).toHaveLength(2)
  await Promise.all([tell(), tell()])
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  const text = (notice?.data.toString() ?? '').replaceAll('=\r\n', '')
  expect(text).toContain('held until you look at it: 2.')
  for (const word of ['secret', 'elsewhere', 'Somebody', alias.address]) expect(text).not.toContain(word)
  await send(alias, 'x@elsewhere.test', 'three')
  await expect.poll(() => heldOf(alias)).toHaveLength(3)
  await tell()
  expect(await notices()).toHaveLength(1)
  await ask(`UPDATE users SET told_of_held_at = told_of_held_at - interval '25 hours' WHERE id = $1`, [alias.userId])
  await tell()
  expect(await notices()).toHaveLength(2)
  await ask(`UPDATE users SET told_of_held_at = clock_timestamp() - interval '25 hours' WHERE id = $1`, [alias.userId])
  await ask(`UPDATE forwarded_messages SET created_at = clock_timestamp() - interval '2 days' WHERE id IN (SELECT message_id FROM forwarded_mails)`)
  await tell()
  expect(await notices()).toHaveLength(2)
})
