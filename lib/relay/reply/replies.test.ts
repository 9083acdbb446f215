import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, it } from 'vitest'
import { withdrawAccess } from '#lib/grants/end-grants'
import { workThrough } from '#lib/jobs/work-queue'
import { deliverDueMails } from '#lib/mail/testing/deliver-due-mails'
import { exportPerson } from '#lib/privacy/export-person'
import { dkimRecord } from '../deliver/dkim-keys'
import { anAlias, type TestAlias } from '../testing/an-alias'
import { deliveryReport } from '../testing/delivery-report'
import { fakeDns } from '../testing/fake-dns'
import { ACCEPTED, relayForTests } from '../testing/relay'
import { sendMail } from '../testing/smtp-client'
import { listReplies } from './list-replies'
import { sendReplyQueue } from './send-reply.job'
import { MAX_REPLIES_A_DAY } from './store'

const UNKNOWN = '550 5.1.1 No such address here'
const PROFILE = { given_name: 'Alicja', family_name: 'Kowalska' }

const relay = relayForTests({ 'people.example': 'v=spf1 ip4:127.0.0.1 -all', 'broken.example': new Error('SERVFAIL') })

const sendReplies = () => workThrough(sendReplyQueue)(new AbortController().signal)

/** Has a shop write to the alias. @returns where the answer goes */
async function writtenTo(alias: TestAlias, from = 'service@shop.test', replyTo = ''): Promise<string> {
  const head = `From: Shop <${from}>\r\n${replyTo && `Reply-To: ${replyTo}\r\n`}Subject: Order\r\nMessage-ID: <1@shop.test>`
  expect(await sendMail(relay.port, 'bounce@shop.test', alias.address, `${head}\r\n\r\nHello\r\n`)).toBe(ACCEPTED)
  const before = relay.sink.mails.length
  const { data } = await relay.sink.until((mail) => mail.to === alias.email && relay.sink.mails.indexOf(mail) >= Math.max(0, before - 1))
  return /^Reply-To: <(r-[a-z2-7]{16}@r\.alias\.localhost)>\r$/m.exec(data.toString('latin1'))?.[1] ?? ''
}

const answer = ({ email }: TestAlias, to: string, from = email, extra = '') =>
  sendMail(
    relay.port,
    from,
    to,
    `From: Alicja Kowalska <${from}>\r\nTo: ${to}\r\nSubject: Re: Order\r\nIn-Reply-To: <1@shop.test>\r\nX-Mailer: Alicja's\r\nUser-Agent: x\r\n${extra}\r\nYes, please.\r\n-- \r\nAlicja Kowalska, ${email}\r\n> ${to} wrote\r\n`,
  )

it('an answer reaches whoever wrote, from the alias, signed, with nothing of the person in it, and they see what was taken out', async () => {
  const alias = await anAlias({ profile: PROFILE })
  const to = await writtenTo(alias, 'service@shop.test', 'Help <help@shop.test>')
  expect(await answer(alias, to)).toBe(ACCEPTED)
  await sendReplies()
  const mail = await relay.sink.until((one) => one.to === 'help@shop.test')
  const text = mail.data.toString('latin1')
  const body = Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'base64').toString()
  expect(mail.from).toMatch(/^t-[a-z2-7]{16}-\d+-[a-z2-7]{16}@b\.alias\.localhost$/)
  expect(text).toContain(`From: <${alias.address}>\r\n`)
  expect(text).toContain('In-Reply-To: <1@shop.test>\r\n')
  for (const secret of [alias.email, 'Alicja', 'Kowalska', 'X-Mailer', 'User-Agent', to]) expect(text + body).not.toContain(secret)
  expect(body).toContain('Yes, please.')
  expect(body).toContain('help@shop.test wrote')
  const { name, value } = await dkimRecord('alias.localhost')
  const { results } = await dkimVerify(mail.data, { resolver: fakeDns({ [name]: value }) })
  expect(results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`)).toEqual(['pass alias.localhost'])
  expect(await listReplies(alias.userId)).toMatchObject([{ to: 'help@shop.test', state: 'sent', changes: { addresses: 1, names: 1 } }])
  expect(JSON.stringify(await exportPerson(alias.userId))).toContain('help@shop.test')

  expect(await sendMail(relay.port, '', mail.from, deliveryReport('help@shop.test', '5.1.1'))).toBe(ACCEPTED)
  await expect.poll(async () => (await listReplies(alias.userId))[0]?.state).toBe('failed')
})

it('to anybody but the person, from another address, or unproven, there is no such address; withdrawn it is gone', async () => {
  const [alias, other] = [await anAlias(), await anAlias()]
  const to = await writtenTo(alias)
  expect(await answer(alias, to, other.email)).toBe(UNKNOWN)
  expect(await sendMail(relay.port, 'x@evil.test', to, `From: ${alias.email}\r\n\r\nx\r\n`)).toBe(UNKNOWN)
  expect(await answer(alias, 'r-aaaaaaaaaaaaaaaa@r.alias.localhost')).toBe(UNKNOWN)
  await withdrawAccess(alias.userId, alias.appId)
  expect(await answer(alias, to)).toBe(UNKNOWN)
})

it('whose domain has neither SPF nor DKIM cannot answer, hears the same as a stranger, and is told why once a day', async () => {
  const alias = await anAlias({ email: `ala.${Date.now()}@silent.example` })
  const to = await writtenTo(alias)
  expect([await answer(alias, to), await answer(alias, to)]).toEqual([UNKNOWN, UNKNOWN])
  await expect.poll(() => listReplies(alias.userId)).toMatchObject([{ to: 'service@shop.test', state: 'refused', problem: 'unproven' }])
  await deliverDueMails()
  const told = relay.sink.mails.filter((mail) => mail.to === alias.email && mail.data.includes('Was it you who answered service@shop.test?'))
  expect(told).toHaveLength(1)
  expect(told[0]?.data.toString()).not.toContain('Yes, please')
})

it('an answer whose sender the DNS does not tell of is asked for again, whoever sent it', async () => {
  const [alias, other] = [await anAlias({ email: `ala.${Date.now()}@broken.example` }), await anAlias({ email: `o.${Date.now()}@broken.example` })]
  const to = await writtenTo(alias)
  for (const from of [alias.email, other.email]) expect(await answer(alias, to, from)).toMatch(/^451 4\.7\.0 /)
})

it('whoever wrote twice is answered at one address, and two who wrote at two', async () => {
  const alias = await anAlias()
  const first = await writtenTo(alias)
  expect(await writtenTo(alias)).toBe(first)
  const other = await anAlias()
  expect(await writtenTo(other)).not.toBe(first)
})

it('what cannot be cleaned is not sent, and its writer is told why', async () => {
  const alias = await anAlias()
  const to = await writtenTo(alias)
  expect(await answer(alias, to, alias.email, 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n')).toBe(ACCEPTED)
  await sendReplies()
  await deliverDueMails()
  expect(await listReplies(alias.userId)).toMatchObject([{ state: 'refused', problem: 'sealed' }])
  const told = await relay.sink.until(({ to: reader, data }) => reader === alias.email && data.includes('was not sent'))
  expect(told.data.toString()).toContain('S/MIME')
  expect(relay.sink.mails.some((mail) => mail.to === 'service@shop.test')).toBe(false)
})

it('fifty answers a day, however many come', async () => {
  const alias = await anAlias()
  const to = await writtenTo(alias)
  const replies: string[] = []
  for (let count = 0; count <= MAX_REPLIES_A_DAY; count++) replies.push(await answer(alias, to))
  expect(replies.filter((reply) => reply === ACCEPTED)).toHaveLength(MAX_REPLIES_A_DAY)
  expect(replies.at(-1)).toMatch(/^450 4\.2\.1 /)
}, 60_000)
