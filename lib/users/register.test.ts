import { afterAll, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { readOutbox } from '#lib/mail/read-outbox'
import { confirmEmail, readConfirmation } from './confirm-email'
import { logIn } from './log-in'
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
  const both = await Promise.all([confirmEmail(token, outcome.browserSecret, ''), confirmEmail(token, outcome.browserSecret, '')])
  expect(both.map(({ kind }) => kind).sort()).toEqual(['expired', 'ok'])
  expect((await logIn(email, PASSWORD, aStranger())).kind).toBe('ok')
})

it('answers the same for a known address, changes nothing and tells its owner', async () => {
  const email = newEmail()
  const first = await register({ email, password: PASSWORD, locale: 'en' }, aStranger())
  if (first.kind !== 'mailed') throw new Error(first.kind)
  await confirmEmail(await tokenFor(email), first.browserSecret, '')
  const again = await register({ email: email.toUpperCase(), password: 'another long pass phrase', locale: 'en' }, aStranger())
  expect(Object.keys(again)).toEqual(Object.keys(first))
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'address_known')).toHaveLength(1)
  expect((await logIn(email, PASSWORD, aStranger())).kind).toBe('ok')
  expect((await logIn(email, 'another long pass phrase', aStranger())).kind).toBe('wrong')
})

it('does not confirm an account that somebody else prepared: another browser needs the password', async () => {
  const email = newEmail()
  await register({ email, password: 'chosen by the attacker', locale: 'en' }, aStranger())
  const token = await tokenFor(email)
  expect(await readConfirmation(token, undefined)).toEqual({ needsPassword: true })
  expect((await confirmEmail(token, undefined, 'guessed by the victim')).kind).toBe('wrong')
  expect((await confirmEmail(token, randomBase62(43), '')).kind).toBe('wrong')
  const own = await register({ email, password: PASSWORD, locale: 'pl' }, aStranger())
  if (own.kind !== 'mailed') throw new Error(own.kind)
  expect(await readConfirmation(token, undefined)).toBeNull()
  expect((await confirmEmail(await tokenFor(email), own.browserSecret, '')).kind).toBe('ok')
})

it('refuses a password that is short or common, and an address that is none', async () => {
  expect((await register({ email: newEmail(), password: 'short', locale: 'en' }, aStranger())).kind).toBe('unfit_password')
  expect((await register({ email: newEmail(), password: 'passwordpassword', locale: 'en' }, aStranger())).kind).toBe('unfit_password')
  expect((await register({ email: 'nobody', password: PASSWORD, locale: 'en' }, aStranger())).kind).toBe('invalid_email')
})
