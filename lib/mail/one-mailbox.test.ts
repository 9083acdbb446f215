import { afterAll, beforeAll, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { useOwnDatabase } from '#lib/relay/testing/own-database'
import { Sink } from '#lib/relay/testing/sink'
import { createPerson } from '#lib/users/create-person'
import { requestRecovery } from '#lib/users/recover'
import { register } from '#lib/users/register'
import { enqueueMail } from './outgoing-mail'
import { deliverDueMails } from './testing/deliver-due-mails'

let sink: Sink

beforeAll(async () => {
  await useOwnDatabase()
  sink = await Sink.start()
  process.env.SMTP_URL = sink.url
})

afterAll(async () => {
  await sink.close()
  await closeDatabase()
})

const MAKE_DUE = statement<object>('make_mails_due', `UPDATE queued_jobs SET run_at = clock_timestamp() WHERE kind = 'deliver-mail'`)

const PASSWORD = 'the gravel sings at noon'

/** What a stranger may try so that mail reaches `victim@mailbox.example` more often than it should. */
const spellings = (name: string) => [
  `${name}@mailbox.example`,
  `${name.toUpperCase()}@Mailbox.EXAMPLE`,
  ` ${name}@mailbox.example `,
  `${name}@ｍａｉｌｂｏｘ.example`,
  `${name}@mailbox。example`,
  `${name}@mail\u00adbox.example`,
  ...Array.from({ length: 20 }, (_, i) => `${name}+${i}@mailbox.example`),
  ...Array.from({ length: 5 }, (_, i) => `${name}+a+${i}@MAILBOX.example`),
  ...Array.from({ length: 12 }, (_, i) => `${name}@mailbox.example,${i}.a`),
  `${name}@mailbox.example;1.a`,
  `other@a.example,${name}@mailbox.example`,
  `Group:${name}@mailbox.example`,
  `<${name}@mailbox.example>`,
  `${name}@mailbox.example>,<${name}@mailbox.example`,
  `"${name}"@mailbox.example`,
  `${name}(a)@mailbox.example`,
  `${name}%mailbox.example@relay.example`,
  `${name}@mailbox.example.`,
]

/** Mails a mailbox got, whichever way its address was written. */
const mailsIn = (name: string) => sink.mails.filter(({ to }) => to.toLowerCase().includes(name)).length

it('sends a mailbox no more than five registration mails an hour, however its address is spelled', async () => {
  const name = `v${randomBase62(12).toLowerCase()}`
  await Promise.all(spellings(name).map((email) => register({ email, password: PASSWORD, locale: 'en' }, aStranger())))
  await deliverDueMails()
  expect(mailsIn(name)).toBeGreaterThan(0)
  // Of registrations at the very same moment one sends the mail.
  expect(mailsIn(name)).toBeLessThanOrEqual(5)
})

it('sends a mailbox no more than five recovery mails an hour, however its address is spelled', async () => {
  const name = `v${randomBase62(12).toLowerCase()}`
  await createPerson({ email: `${name}@mailbox.example`, password: PASSWORD, profile: {}, isEmailConfirmed: true })
  await Promise.all(spellings(name).map((email) => requestRecovery(email, aStranger())))
  await deliverDueMails()
  expect(mailsIn(name)).toBe(5)
})

it('hands a mail to one recipient, whatever was kept as its address', async () => {
  const name = `v${randomBase62(12).toLowerCase()}`
  const userId = await createPerson({ email: `${name}@mailbox.example`, password: PASSWORD, profile: {}, isEmailConfirmed: true })
  const content = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  for (const to of [`${name}@mailbox.example,1.a`, `${name}@mailbox.example, ${name}@mailbox.example`, `A <${name}@mailbox.example>`])
    await transaction((tx) => enqueueMail(tx, { userId }, 'test', { to, ...content }))
  await deliverDueMails()
  expect(mailsIn(name)).toBe(0)
})

it('what a smarthost does not take yet is sent later, what it refuses for good is not', async () => {
  const content = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  const [later, never] = [`l${randomBase62(12).toLowerCase()}`, `n${randomBase62(12).toLowerCase()}`]
  for (const name of [later, never])
    await transaction((tx) => enqueueMail(tx, { operator: true }, 'test', { to: `${name}@mailbox.example`, ...content }))
  sink.refuse = (to) => ({ code: to.startsWith(later) ? 451 : 550, text: 'no', at: 'RCPT' })
  await deliverDueMails()
  sink.refuse = () => undefined
  await deliverDueMails()
  expect([mailsIn(later), mailsIn(never)]).toEqual([0, 0])

  await sql.query(MAKE_DUE, [])
  await deliverDueMails()
  await deliverDueMails()
  expect([mailsIn(later), mailsIn(never)]).toEqual([1, 0])
})
