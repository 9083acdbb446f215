import { afterAll, describe, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { afterTries, mostJudged } from '#lib/accounts/testing/tries'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { createPerson } from '#lib/users/create-person'
import {
  anAccount,
  aSessionOf,
  logInAs,
  mailsOf,
  nextCode,
  REALMS,
  recordAs,
  type TestAccount,
  versionOf,
  withPasskey,
  withTotp,
} from '../../../e2e/fixtures/accounts'
import { recoveryCodeHash } from './recovery-codes'
import { removeTotp } from './remove-totp'
import { answerSecondFactor, beginSecondFactor } from './second-factor'
import { hasShortRecoveryCodes } from './store'

afterAll(closeDatabase)

const begin = async (account: TestAccount) => beginSecondFactor(account.realm, { id: account.id, accessVersion: await versionOf(account) })

async function withCodes(account: TestAccount) {
  return { ...account, ...(await withTotp(account, await aSessionOf(account))) }
}

const answer = async (account: TestAccount, code: string, client = aStranger()) =>
  (await answerSecondFactor(account.accounts, await begin(account), code, client)).kind

describe.each(REALMS)('%s', (realm) => {
  it('is asked for a code after the password, and amr says what happened', async () => {
    const account = await withCodes(await anAccount(realm))
    expect((await logInAs(account)).kind).toBe('second_factor')
    const pending = await begin(account)
    const proven = { kind: 'ok', id: account.id, accessVersion: 1, amr: ['pwd', 'otp', 'mfa'] }
    expect(await answerSecondFactor(account.accounts, pending, await nextCode(account.secret), aStranger())).toEqual(proven)
    expect((await answerSecondFactor(account.accounts, pending, await nextCode(account.secret), aStranger())).kind).toBe('expired')
  })

  it('gets in once with a code, however many log-ins present it at the same time', async () => {
    const account = await withCodes(await anAccount(realm))
    const pendings = await Promise.all(Array.from({ length: 8 }, () => begin(account)))
    const code = await nextCode(account.secret)
    const outcomes = await Promise.all(pendings.map((pending) => answerSecondFactor(account.accounts, pending, code, aStranger())))
    expect(outcomes.filter(({ kind }) => kind === 'ok')).toHaveLength(1)
  })

  it('gets in once with a recovery code, however many present it at the same time', async () => {
    const account = await withCodes(await anAccount(realm))
    const [code = '', other = ''] = account.recoveryCodes
    expect(account.recoveryCodes).toHaveLength(10)
    const pendings = await Promise.all(Array.from({ length: 3 }, () => begin(account)))
    const outcomes = await Promise.all(pendings.map((pending) => answerSecondFactor(account.accounts, pending, code.toUpperCase(), aStranger())))
    expect(outcomes.filter(({ kind }) => kind === 'ok')).toHaveLength(1)
    expect(await answer(account, code)).toBe('wrong')
    expect(await answer(account, other)).toBe('ok')
    expect(await mailsOf(account, 'security_changed')).toHaveLength(3)
  })

  it('is not helped by a code of the other realm’s account, nor by its waiting log-in', async () => {
    const account = await withCodes(await anAccount(realm))
    const other = await withCodes(await anAccount(realm === 'person' ? 'staff' : 'person'))
    expect((await answerSecondFactor(account.accounts, await begin(other), await nextCode(other.secret), aStranger())).kind).toBe('expired')
    expect(await answer(account, other.recoveryCodes[0] ?? '')).toBe('wrong')
  })

  it('has no more of forty parallel wrong codes looked at than waits allow', async () => {
    const account = await withCodes(await anAccount(realm))
    const pending = await begin(account)
    const began = performance.now()
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => answerSecondFactor(account.accounts, pending, '000000', aStranger())))
    const judged = outcomes.filter(({ kind }) => kind === 'wrong').length
    expect(judged).toBeLessThanOrEqual(mostJudged(began))
    expect(outcomes.filter(({ kind }) => kind === 'throttled')).toHaveLength(40 - judged)
  })

  it('is told, after five wrong codes, that the password is known; strangers are stopped after a hundred', async () => {
    const account = await withCodes(await anAccount(realm))
    const browser = { ...aStranger(), device: randomBase62(43) }
    await recordAs(account, 1, browser.device)
    const guesses = { realm, act: 'code', by: 'account', subject: account.id } as const
    await afterTries(guesses, 4)
    expect(await answer(account, '000000')).toBe('wrong')
    await afterTries(guesses, 99)
    expect(await answer(account, '000000')).toBe('wrong')
    expect(await answer(account, await nextCode(account.secret))).toBe('stopped')
    expect(await answer(account, account.recoveryCodes[0] ?? '')).toBe('ok')
    expect([(await mailsOf(account, 'code_guessed')).length, (await mailsOf(account, 'code_stopped')).length]).toEqual([1, 1])
    expect(await answer(account, await nextCode(account.secret), browser)).toBe('ok')
  })

  it('gets in with a recovery code after ten wrong ones, and after ten wrong one-time codes', async () => {
    const account = await withCodes(await anAccount(realm))
    for (let i = 0; i < 10; i++) expect(await answer(account, 'aaaa-aaaa-aaaa-aaaa-aaaa-aaaa')).toBe('wrong')
    await afterTries({ realm, act: 'code', by: 'account', subject: account.id }, 10)
    expect(await answer(account, account.recoveryCodes[0] ?? '')).toBe('ok')
  })

  it('takes one-time codes away with the password only, and a log-in asks for none afterwards', async () => {
    const account = await withCodes(await anAccount(realm))
    const remove = async (password: string) => removeTotp(account.accounts, account.id, await aSessionOf(account), password)
    expect(await remove('not the password')).toBe('wrong')
    expect(await remove(account.password)).toBe('removed')
    expect((await logInAs(account)).kind).toBe('ok')
  })

  it('is told by mail of a browser that was not there before, once', async () => {
    const account = await anAccount(realm)
    const secret = randomBase62(43)
    expect(await recordAs(account, 0, secret, false)).toBe(true)
    expect(await recordAs(account, 0, secret, false)).toBe(true)
    const mails = await mailsOf(account, 'new_device')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Firefox, Linux')
  })

  it('keeps a passkey when one-time codes go', async () => {
    const account = await withCodes(await anAccount(realm))
    await withPasskey(account)
    expect(await removeTotp(account.accounts, account.id, await aSessionOf(account), account.password)).toBe('removed')
  })
})

it('makes recovery codes that nobody guesses, and asks people for new ones in place of those of the older kind', async () => {
  const account = await withCodes(await anAccount('person'))
  for (const code of account.recoveryCodes) expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){5}[2-9a-hjkmnp-z]{4}$/)
  expect(new Set(account.recoveryCodes).size).toBe(10)
  const { id: userId } = account
  expect(await withDatabase((db) => hasShortRecoveryCodes(db, userId))).toBe(false)
  const codeHash = recoveryCodeHash(userId, 'abcde-fghjk')
  await withDatabase((db) => db.recoveryCode.create({ data: { shard: shardOf(userId), userId, codeHash, isShort: true } }))
  expect(await withDatabase((db) => hasShortRecoveryCodes(db, userId))).toBe(true)
  expect(await answer(account, 'ABCDE fghjk')).toBe('ok')
})

it('keeps the second factor while the password could not stand alone', async () => {
  const account = await anAccount('person')
  const email = `${randomBase62(12).toLowerCase()}@people.example`
  const id = await createPerson({ email, password: 'gravels7', profile: {}, isEmailConfirmed: true })
  const weak = await withCodes({ ...account, id, email, password: 'gravels7' })
  expect(await removeTotp(weak.accounts, id, await aSessionOf(weak), 'gravels7')).toBe('password_too_short')
})
