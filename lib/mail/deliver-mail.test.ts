import type { AddressInfo } from 'node:net'
import { dkimVerify } from 'mailauth/lib/dkim/verify'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailQueue } from '#lib/admin/commands/mail-queue'
import { createApp } from '#lib/apps/create-app'
import { closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { bounceIn } from '#lib/relay/bounce/bounce-address'
import { recordBounce } from '#lib/relay/bounce/record-bounce'
import { dkimRecord } from '#lib/relay/deliver/dkim-keys'
import { takeRecipient } from '#lib/relay/receive/take-recipient'
import { isMailboxInDoubt, resumeForwarding } from '#lib/relay/store/pause'
import { fakeDns } from '#lib/relay/testing/fake-dns'
import { useOwnDatabase } from '#lib/relay/testing/own-database'
import { createPerson } from '#lib/users/create-person'
import { aCompany } from '../../e2e/fixtures/world'
import { enqueueMail } from './outgoing-mail'
import { renderMail } from './templates/render-mail'
import { deliverDueMails } from './testing/deliver-due-mails'

/** A smarthost that wants a log-in, and knows us or does not. */
const taken: Buffer[] = []
const envelopes: string[] = []
let knowsUs = false
const smarthost = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onAuth: (_auth, _session, reply) => (knowsUs ? reply(null, { user: 'signet' }) : reply(new Error('Invalid login'))),
  onData: async (stream, { envelope }, reply) => {
    envelopes.push(envelope.mailFrom ? envelope.mailFrom.address : '')
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    taken.push(Buffer.concat(parts))
    reply()
  },
})

beforeAll(async () => {
  await useOwnDatabase()
  await new Promise<void>((resolve) => smarthost.listen(0, '127.0.0.1', () => resolve()))
  process.env.SMTP_URL = `smtp://signet:secret@127.0.0.1:${(smarthost.server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await new Promise<void>((resolve) => smarthost.close(() => resolve()))
  await closeDatabase()
})

const MAKE_DUE = statement<object>('make_all_mails_due', `UPDATE queued_jobs SET run_at = clock_timestamp() WHERE kind = 'deliver-mail'`)

it('a mail of ours outlasts a smarthost that refuses our log-in, and arrives signed for the domain it is from', async () => {
  const email = `${randomBase62(10).toLowerCase()}@people.example`
  const userId = await createPerson({ email, password: randomBase62(20), profile: {}, isEmailConfirmed: true })
  await transaction((tx) => enqueueMail(tx, { userId }, 'test', { to: email, subject: 'Your code', text: '123456', html: '<p>123456</p>' }))

  await deliverDueMails()
  expect(taken).toHaveLength(0)
  const waiting = (await mailQueue.run([], {})).join('\n')
  expect(waiting).toMatch(/^test +1 +.* EAUTH$|^test +1 +.* 5\d\d|^test +1 +.* 5\.\d/m)
  expect(waiting).not.toContain(email)

  knowsUs = true
  await sql.query(MAKE_DUE, [])
  await deliverDueMails()
  expect(taken).toHaveLength(1)
  const { name, value } = await dkimRecord('localhost')
  const { results } = await dkimVerify(taken[0] as Buffer, { resolver: fakeDns({ [name]: value }) })
  expect(results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`)).toEqual(['pass localhost'])
})

it('a mail about an app arrives with its logo as a part of the page that shows it, signed, and with a text for who sees no pages', async () => {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  const app = await createApp((await aCompany()).actor, {
    name: 'Larkspur Books',
    client_type: 'confidential',
    redirect_uris: ['https://shop.example/cb'],
    scopes: ['openid'],
    logo_uri: `data:image/png;base64,${picture.toString('base64')}`,
  })
  const email = `${randomBase62(10).toLowerCase()}@people.example`
  const userId = await createPerson({ email, password: randomBase62(20), profile: {}, isEmailConfirmed: true })
  const about = { name: app.name, colour: '#00755a', logo: app.logo_uri?.split('/').at(-1) }
  const content = renderMail('receipt', 'en', { values: { app: app.name }, app: about })
  knowsUs = true
  await transaction((tx) => enqueueMail(tx, { userId }, 'receipt', { to: email, ...content }))
  await deliverDueMails()
  const arrived = taken.at(-1) as Buffer
  const { html = '', text = '', attachments } = await PostalMime.parse(arrived)
  expect(text).toContain('Larkspur Books')
  const [logo] = attachments
  expect(html).toContain(`src="cid:${logo?.contentId?.slice(1, -1)}"`)
  expect([attachments.length, logo?.disposition, logo?.related, logo?.mimeType]).toEqual([1, 'inline', true, 'image/png'])
  expect((await sharp(Buffer.from(logo?.content as ArrayBuffer)).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([0, 170, 119])
  const { name, value } = await dkimRecord('localhost')
  const { results } = await dkimVerify(arrived, { resolver: fakeDns({ [name]: value }) })
  expect(results.map(({ status }) => status.result)).toEqual(['pass'])
})

it('a mail of ours that comes back puts its address in doubt, until its person says that it is right', async () => {
  const email = `${randomBase62(10).toLowerCase()}@people.example`
  const userId = await createPerson({ email, password: randomBase62(20), profile: {}, isEmailConfirmed: true })
  knowsUs = true
  await transaction((tx) => enqueueMail(tx, { userId }, 'test', { to: email, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }))
  await deliverDueMails()
  const address = envelopes.at(-1) ?? ''
  expect(address).toMatch(/^s-[a-z2-7]{16}-\d+-[a-z2-7]{16}@b\.alias\.localhost$/)
  const recipient = await takeRecipient(address, '127.0.0.1')
  expect(recipient).toMatchObject({ kind: 'bounce', of: 'service' })
  const bounce = bounceIn(address.split('@')[0] as string, new Date())
  if (!bounce) throw new Error('no bounce address')

  await recordBounce(bounce, '5.7.1')
  expect(await isMailboxInDoubt(userId)).toBe(false)
  await recordBounce(bounce, '5.1.1')
  expect(await isMailboxInDoubt(userId)).toBe(true)
  expect(await resumeForwarding(userId, null)).toBe(true)
  expect(await isMailboxInDoubt(userId)).toBe(false)
})
