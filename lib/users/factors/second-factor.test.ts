import { generate } from 'otplib'
import { afterAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { createPerson } from '../create-person'
import { logIn } from '../log-in'
import { removeTotp } from './remove-totp'
import { answerSecondFactor, beginSecondFactor } from './second-factor'
import { beginTotp, confirmTotp, readTotpSetUp } from './set-up-totp'

afterAll(closeDatabase)

/** Half a minute ahead, which is still taken: the step after the one that confirmed the set-up. */
const nextCode = (secret: string) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })

async function aPersonWithCodes(password = randomBase62(20)) {
  const email = `${randomBase62(12).toLowerCase()}@people.example`
  const userId = await createPerson({ email, password, profile: {}, isEmailConfirmed: true })
  await beginTotp(userId)
  const secret = (await readTotpSetUp(userId))?.secret ?? ''
  const outcome = await confirmTotp(userId, await generate({ secret, epoch: Math.floor(Date.now() / 1000) - 30 }))
  if (outcome.kind !== 'ok') throw new Error(outcome.kind)
  return { userId, email, password, secret, recoveryCodes: outcome.recoveryCodes }
}

it('asks for a code after the password, and says in amr what happened', async () => {
  const { email, password, secret, userId } = await aPersonWithCodes()
  expect((await logIn(email, password)).kind).toBe('second_factor')
  const pending = await beginSecondFactor(userId)
  expect(await answerSecondFactor(pending, await nextCode(secret))).toEqual({ kind: 'ok', userId, amr: ['pwd', 'otp', 'mfa'] })
  expect((await answerSecondFactor(pending, await nextCode(secret))).kind).toBe('expired')
})

it('takes a code once, however many log-ins present it at the same time', async () => {
  const { secret, userId } = await aPersonWithCodes()
  const pendings = await Promise.all(Array.from({ length: 8 }, () => beginSecondFactor(userId)))
  const code = await nextCode(secret)
  const outcomes = await Promise.all(pendings.map((pending) => answerSecondFactor(pending, code)))
  expect(outcomes.filter(({ kind }) => kind === 'ok')).toHaveLength(1)
})

it('takes a recovery code once', async () => {
  const { userId, recoveryCodes } = await aPersonWithCodes()
  const code = recoveryCodes[0] ?? ''
  expect(recoveryCodes).toHaveLength(10)
  expect((await answerSecondFactor(await beginSecondFactor(userId), code.toUpperCase())).kind).toBe('ok')
  expect((await answerSecondFactor(await beginSecondFactor(userId), code)).kind).toBe('wrong')
})

it('locks after ten wrong codes, parallel ones included', async () => {
  const { userId } = await aPersonWithCodes()
  const pending = await beginSecondFactor(userId)
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => answerSecondFactor(pending, 'aaaaa-aaaaa')))
  expect(outcomes.filter(({ kind }) => kind === 'wrong').length).toBeLessThanOrEqual(10)
  expect(outcomes.some(({ kind }) => kind === 'throttled')).toBe(true)
})

it('keeps the second factor while the password could not stand alone', async () => {
  const { userId } = await aPersonWithCodes('gravels7')
  expect(await removeTotp(userId, 'gravels7')).toBe('password_too_short')
  const strong = await aPersonWithCodes()
  expect(await removeTotp(strong.userId, 'not the password')).toBe('wrong')
  expect(await removeTotp(strong.userId, strong.password)).toBe('removed')
  expect((await logIn(strong.email, strong.password)).kind).toBe('ok')
})
