import { generate } from 'otplib'
import { afterAll, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { afterTries, mostJudged } from '#lib/accounts/testing/tries'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { readOutbox } from '#lib/mail/read-outbox'
import { createPerson } from '../create-person'
import { logIn } from '../log-in'
import { recordLogIn } from '../record-log-in'
import { aSession } from '../testing/a-person'
import { recoveryCodeHash } from './recovery-codes'
import { removeTotp } from './remove-totp'
import { answerSecondFactor, beginSecondFactor } from './second-factor'
import { beginTotp, confirmTotp, readTotpSetUp } from './set-up-totp'
import { hasShortRecoveryCodes } from './store'

afterAll(closeDatabase)

/** Half a minute ahead, which is still taken: the step after the one that confirmed the set-up. */
const nextCode = (secret: string) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })

const begin = async (userId: string) => {
  const { accessVersion } = await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: userId } }))
  return beginSecondFactor({ userId, accessVersion })
}

async function aPersonWithCodes(password = randomBase62(20)) {
  const email = `${randomBase62(12).toLowerCase()}@people.example`
  const userId = await createPerson({ email, password, profile: {}, isEmailConfirmed: true })
  await beginTotp(userId)
  const secret = (await readTotpSetUp(userId))?.secret ?? ''
  const outcome = await confirmTotp(userId, await aSession(userId), await generate({ secret, epoch: Math.floor(Date.now() / 1000) - 30 }))
  if (outcome.kind !== 'ok') throw new Error(outcome.kind)
  return { userId, email, password, secret, recoveryCodes: outcome.recoveryCodes }
}

it('asks for a code after the password, and says in amr what happened', async () => {
  const { email, password, secret, userId } = await aPersonWithCodes()
  expect((await logIn(email, password, aStranger())).kind).toBe('second_factor')
  const pending = await begin(userId)
  const proven = { kind: 'ok', userId, accessVersion: 1, amr: ['pwd', 'otp', 'mfa'] }
  expect(await answerSecondFactor(pending, await nextCode(secret), aStranger())).toEqual(proven)
  expect((await answerSecondFactor(pending, await nextCode(secret), aStranger())).kind).toBe('expired')
})

it('takes a code once, however many log-ins present it at the same time', async () => {
  const { secret, userId } = await aPersonWithCodes()
  const pendings = await Promise.all(Array.from({ length: 8 }, () => begin(userId)))
  const code = await nextCode(secret)
  const outcomes = await Promise.all(pendings.map((pending) => answerSecondFactor(pending, code, aStranger())))
  expect(outcomes.filter(({ kind }) => kind === 'ok')).toHaveLength(1)
})

it('takes a recovery code once', async () => {
  const { userId, recoveryCodes } = await aPersonWithCodes()
  const code = recoveryCodes[0] ?? ''
  expect(recoveryCodes).toHaveLength(10)
  expect((await answerSecondFactor(await begin(userId), code.toUpperCase(), aStranger())).kind).toBe('ok')
  expect((await answerSecondFactor(await begin(userId), code, aStranger())).kind).toBe('wrong')
})

it('makes recovery codes that nobody guesses, and asks for new ones in place of those of the older kind', async () => {
  const { userId, recoveryCodes } = await aPersonWithCodes()
  for (const code of recoveryCodes) expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){5}[2-9a-hjkmnp-z]{4}$/)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await withDatabase((db) => hasShortRecoveryCodes(db, userId))).toBe(false)
  const codeHash = recoveryCodeHash(userId, 'abcde-fghjk')
  await withDatabase((db) => db.recoveryCode.create({ data: { userId, codeHash, isShort: true } }))
  expect(await withDatabase((db) => hasShortRecoveryCodes(db, userId))).toBe(true)
  expect((await answerSecondFactor(await begin(userId), 'ABCDE fghjk', aStranger())).kind).toBe('ok')
})

it('looks at no more of forty parallel wrong codes than waits allow', async () => {
  const { userId } = await aPersonWithCodes()
  const pending = await begin(userId)
  const began = performance.now()
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => answerSecondFactor(pending, 'aaaaa-aaaaa', aStranger())))
  const judged = outcomes.filter(({ kind }) => kind === 'wrong').length
  expect(judged).toBeLessThanOrEqual(mostJudged(began))
  expect(outcomes.filter(({ kind }) => kind === 'throttled')).toHaveLength(40 - judged)
})

it('tells the owner, after five wrong codes, that the password is known, and stops strangers after a hundred', async () => {
  const { userId, email, secret } = await aPersonWithCodes()
  const browser = { ...aStranger(), device: randomBase62(43) }
  await recordLogIn({ userId, accessVersion: 1, deviceSecret: browser.device, device: null, isFirst: true })
  const answer = async (code: string, client = aStranger()) => (await answerSecondFactor(await begin(userId), code, client)).kind
  const guesses = { realm: 'person', act: 'code', by: 'account', subject: userId } as const
  await afterTries(guesses, 4)
  expect(await answer('aaaaa-aaaaa')).toBe('wrong')
  await afterTries(guesses, 99)
  expect(await answer('aaaaa-aaaaa')).toBe('wrong')
  expect(await answer(await nextCode(secret))).toBe('stopped')
  const mails = (await readOutbox(2000)).filter(({ to }) => to === email).map(({ kind }) => kind)
  expect(mails.filter((kind) => kind.startsWith('code_')).sort()).toEqual(['code_guessed', 'code_stopped'])
  expect(await answer(await nextCode(secret), browser)).toBe('ok')
})

it('keeps the second factor while the password could not stand alone', async () => {
  const { userId } = await aPersonWithCodes('gravels7')
  expect(await removeTotp(userId, await aSession(userId), 'gravels7')).toBe('password_too_short')
  const strong = await aPersonWithCodes()
  expect(await removeTotp(strong.userId, await aSession(strong.userId), 'not the password')).toBe('wrong')
  expect(await removeTotp(strong.userId, await aSession(strong.userId), strong.password)).toBe('removed')
  expect((await logIn(strong.email, strong.password, aStranger())).kind).toBe('ok')
})
