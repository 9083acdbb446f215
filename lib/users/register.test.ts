import { afterAll, expect, it } from 'vitest'
import { deviceHashOf } from '#lib/accounts/client'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { readOutbox } from '#lib/mail/read-outbox'
import { confirmEmail, readConfirmation } from './confirm-email'
import { logIn } from './log-in'
import { goOnProven, isProvenElsewhere } from './mail-code/answer-mail-code'
import { confirmElsewhere, numberOf, readConfirmationElsewhere } from './mail-code/confirm-elsewhere'
import { register } from './register'

afterAll(closeDatabase)

const PASSWORD = 'the gravel sings at noon'
const newEmail = () => `${randomBase62(12).toLowerCase()}@people.example`
const mailsTo = async (email: string) => (await readOutbox(2000)).filter(({ to }) => to === email)

async function tokenFor(email: string) {
  const [mail] = (await mailsTo(email)).filter(({ kind }) => kind === 'confirm_email')
  return mail?.text.match(/\/confirm\/(\S+)/)?.[1] ?? ''
}

it('opens an account only once its address is confirmed, by a link that works once', async () => {
  const email = newEmail()
  const outcome = await register({ email, password: PASSWORD, locale: 'en' }, aStranger())
  if (outcome.kind !== 'mailed') throw new Error(outcome.kind)
  expect((await logIn(email, PASSWORD, aStranger())).kind).toBe('unconfirmed')
  const token = await tokenFor(email)
  const both = await Promise.all([confirmEmail(token, outcome.browserSecret), confirmEmail(token, outcome.browserSecret)])
  expect(both.map(({ kind }) => kind).sort()).toEqual(['expired', 'ok'])
  expect((await logIn(email, PASSWORD, aStranger())).kind).toBe('ok')
})

it('answers the same for a known address, changes nothing and tells its owner', async () => {
  const email = newEmail()
  const first = await register({ email, password: PASSWORD, locale: 'en' }, aStranger())
  if (first.kind !== 'mailed') throw new Error(first.kind)
  await confirmEmail(await tokenFor(email), first.browserSecret)
  const again = await register({ email: email.toUpperCase(), password: 'another long pass phrase', locale: 'en' }, aStranger())
  expect(Object.keys(again)).toEqual(Object.keys(first))
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'address_known')).toHaveLength(1)
  expect((await logIn(email, PASSWORD, aStranger())).kind).toBe('ok')
  expect((await logIn(email, 'another long pass phrase', aStranger())).kind).toBe('wrong')
})

it('a link alone confirms nothing in another browser: the number of the page that waits does, and a wrong one ends it', async () => {
  const email = newEmail()
  const begun = await register({ email, password: 'chosen by the attacker', locale: 'en' }, aStranger())
  if (begun.kind !== 'mailed') throw new Error(begun.kind)
  const token = await tokenFor(email)
  expect(await readConfirmation(token, [])).toEqual({ askedWith: null })
  expect((await confirmEmail(token, undefined)).kind).toBe('expired')
  expect((await confirmEmail(token, randomBase62(43))).kind).toBe('expired')
  const shown = await readConfirmationElsewhere(token)
  expect(await readConfirmationElsewhere(token)).toEqual(shown)
  const right = numberOf(deviceHashOf(begun.browserSecret))
  expect(shown?.numbers).toHaveLength(3)
  expect(shown?.numbers).toContain(right)
  expect(await confirmElsewhere(token, shown?.numbers.find((number) => number !== right) ?? 0)).toBe('refused')
  expect(await goOnProven({ secret: begun.browserSecret, email })).toBeNull()
  expect((await logIn(email, 'chosen by the attacker', aStranger())).kind).toBe('wrong')
})

it('the browser that registered goes on, once, after the link was used in another one', async () => {
  const email = newEmail()
  const begun = await register({ email, password: PASSWORD, locale: 'en' }, aStranger())
  if (begun.kind !== 'mailed') throw new Error(begun.kind)
  const token = await tokenFor(email)
  expect(await goOnProven({ secret: begun.browserSecret, email })).toBeNull()
  expect(await confirmElsewhere(token, numberOf(deviceHashOf(begun.browserSecret)))).toBe('confirmed')
  expect(await readConfirmation(token, [begun.browserSecret])).toBeNull()
  expect(await isProvenElsewhere({ secret: randomBase62(43), email })).toBe(false)
  expect(await isProvenElsewhere({ secret: begun.browserSecret, email })).toBe(true)
  const both = await Promise.all([goOnProven({ secret: begun.browserSecret, email }), goOnProven({ secret: begun.browserSecret, email })])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(both.find(Boolean)).toMatchObject({ kind: 'ok', isFirst: true })
  expect((await logIn(email, PASSWORD, aStranger())).kind).toBe('ok')
})

it('refuses a password that is short or common, and an address that is none', async () => {
  expect((await register({ email: newEmail(), password: 'short', locale: 'en' }, aStranger())).kind).toBe('unfit_password')
  expect((await register({ email: newEmail(), password: 'passwordpassword', locale: 'en' }, aStranger())).kind).toBe('unfit_password')
  expect((await register({ email: 'nobody', password: PASSWORD, locale: 'en' }, aStranger())).kind).toBe('invalid_email')
})
