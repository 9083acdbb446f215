import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { isProven } from '#lib/session/proven'
import { readUserSessionRow } from '#lib/session/store'
import { ageProof, anAccount, aSessionOf, nextCode, REALMS, readSessionOf, type TestAccount, withTotp } from '../../../e2e/fixtures/accounts'
import type { Realm } from '../realm'
import { proveByCode, proveByPassword } from './prove'

afterAll(closeDatabase)

/** Somebody who logged in a while ago. */
async function anOldSession(realm: Realm) {
  const account = await anAccount(realm)
  const hash = await aSessionOf(account)
  await ageProof(account, hash, 11)
  return { ...account, hash }
}

const isNowProven = async (account: TestAccount & { hash: Buffer<ArrayBuffer> }) => {
  const session = await readSessionOf(account, account.hash)
  if (!session) throw new Error('no session')
  return isProven(session)
}

describe.each(REALMS)('%s', (realm) => {
  it('has to prove who they are eleven minutes after the log-in', async () => {
    const account = await anOldSession(realm)
    const { accounts, id, hash, password } = account
    expect(await isNowProven(account)).toBe(false)
    expect(await proveByPassword(accounts, id, hash, 'not the password')).toBe('wrong')
    expect(await isNowProven(account)).toBe(false)
    expect(await proveByPassword(accounts, id, hash, password)).toBe('proven')
    expect(await isNowProven(account)).toBe(true)
  })

  it('proves it with a one-time code or a recovery code too, each once', async () => {
    const account = await anOldSession(realm)
    const { accounts, id, hash } = account
    const { secret, recoveryCodes } = await withTotp(account, hash)
    const code = await nextCode(secret)
    expect(await proveByCode(accounts, id, hash, code)).toBe('proven')
    expect(await proveByCode(accounts, id, hash, code)).toBe('wrong')
    expect(await proveByCode(accounts, id, hash, recoveryCodes[0] ?? '')).toBe('proven')
    expect(await proveByCode(accounts, id, hash, recoveryCodes[0] ?? '')).toBe('wrong')
  })

  it('has ten wrong passwords, parallel ones included, looked at for a while, and no more', async () => {
    const { accounts, id, hash, password } = await anOldSession(realm)
    const outcomes = await Promise.all(Array.from({ length: 15 }, () => proveByPassword(accounts, id, hash, 'not the password')))
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10)
    expect(await proveByPassword(accounts, id, hash, password)).toBe('busy')
  })

  it('proves nothing for a session of somebody else', async () => {
    const [one, other] = [await anOldSession(realm), await anOldSession(realm)]
    expect(await proveByPassword(one.accounts, one.id, other.hash, one.password)).toBe('busy')
    expect(await isNowProven(other)).toBe(false)
  })
})

it('a proof leaves what apps are told of the log-in as it was', async () => {
  const { accounts, id, hash, password } = await anOldSession('person')
  const before = await readUserSessionRow(hash, 3600, 86400)
  await proveByPassword(accounts, id, hash, password)
  const after = await readUserSessionRow(hash, 3600, 86400)
  expect([after?.authTime, after?.amr]).toEqual([before?.authTime, before?.amr])
})
