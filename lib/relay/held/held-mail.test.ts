import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { Deliverer } from '../deliver/deliverer'
import { type Receiver, startReceiver } from '../receive/receiver'
import { anAlias, type TestAlias } from '../testing/an-alias'
import { fakeDns } from '../testing/fake-dns'
import { useOwnDatabase } from '../testing/own-database'
import { ask, queuedFor } from '../testing/queue'
import { Sink } from '../testing/sink'
import { sendMail } from '../testing/smtp-client'
import { listHeldMails, readHeldMail } from './held-mail'
import { discardHeld, releaseHeld, setOtherMail } from './store'

const ACCEPTED = '250 2.6.0 Accepted'

let sink: Sink
let receiver: Receiver
let deliverer: Deliverer

beforeAll(async () => {
  await useOwnDatabase()
  sink = await Sink.start()
  Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', SMTP_URL: sink.url })
  const spf = 'v=spf1 ip4:127.0.0.1 -all'
  const wary = { '_dmarc.wary.test': 'v=DMARC1; p=quarantine' }
  receiver = await startReceiver({ resolver: fakeDns({ 'shop.test': spf, 'elsewhere.test': spf, ...wary }) })
  deliverer = new Deliverer()
})

afterAll(async () => {
  await receiver.close()
  await deliverer.stop()
  await sink.close()
  await closeDatabase()
})

const send = async ({ address }: TestAlias, from: string, subject: string, body = 'Body\r\n') =>
  expect(
    await sendMail(receiver.port, `bounces@${from.split('@')[1]}`, address, `From: Somebody <${from}>\r\nSubject: ${subject}\r\n\r\n${body}`),
  ).toBe(ACCEPTED)

const arrived = ({ email }: TestAlias, subject: string) => sink.until(({ to, data }) => to === email && data.includes(`Subject: ${subject}`))

const nameDomains = ({ appId }: TestAlias, domains: string[]) => ask('UPDATE apps SET mail_domains = $2 WHERE id = $1', [appId, domains])

const heldOf = async ({ userId }: TestAlias) => (await listHeldMails(userId)).map(({ subject, why }) => `${subject}: ${why}`)

it('mail of the domains an app named flows unmarked; other mail is held, shown as text, let through or thrown away, by its person alone', async () => {
  const [alias, other] = [await anAlias(), await anAlias()]
  await nameDomains(alias, ['shop.test'])
  await send(alias, 'news@shop.test', 'own')
  expect((await arrived(alias, 'own')).data.toString()).toContain('From: "Somebody (news at shop.test)"')

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
  expect((await arrived(alias, 'strange')).data.toString()).toContain('From: "[not confirmed by A] Somebody (x at elsewhere.test)"')
  await expect.poll(() => queuedFor(alias.userId)).toBe(0)
  expect(sink.mails.some(({ to, data }) => to === alias.email && data.includes('unwanted'))).toBe(false)
})

it('whoever chose otherwise is heard: thrown away without a word to its sender, and what waited is judged anew', async () => {
  const alias = await anAlias()
  await nameDomains(alias, ['shop.test'])
  await send(alias, 'x@elsewhere.test', 'waited')
  await expect.poll(() => heldOf(alias)).toEqual(['waited: sender'])
  expect(await setOtherMail(alias.userId, alias.appId, 'let_through')).toBe(true)
  expect((await arrived(alias, 'waited')).data.toString()).toContain('From: "Somebody (x at elsewhere.test)"')
  expect(await setOtherMail(alias.userId, alias.appId, 'refuse')).toBe(true)
  await send(alias, 'x@elsewhere.test', 'refused')
  await expect.poll(() => queuedFor(alias.userId)).toBe(0)
  expect(sink.mails.some(({ data }) => data.includes('Subject: refused'))).toBe(false)
  expect(await setOtherMail(alias.userId, alias.appId, 'refuse')).toBe(false)
})

it('what fails a policy of suspicion is held, also where the app has named no domain', async () => {
  const alias = await anAlias()
  await send(alias, 'x@elsewhere.test', 'proven')
  expect((await arrived(alias, 'proven')).data.toString()).toContain('[not confirmed by A]')
  await sendMail(receiver.port, 'a@elsewhere.test', alias.address, 'From: Bank <service@wary.test>\r\nSubject: forged\r\n\r\nBody\r\n')
  await expect.poll(() => heldOf(alias)).toEqual(['forged: policy'])
})
