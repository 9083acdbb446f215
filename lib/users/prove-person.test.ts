import { generate } from 'otplib'
import { afterAll, expect, it } from 'vitest'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { readUserSessionRow } from '#lib/session/store'
import { isProven } from '#lib/session/user-session'
import { beginTotp, confirmTotp, readTotpSetUp } from './factors/set-up-totp'
import { proveByCode, proveByPassword } from './prove-person'
import { aPerson, aSession } from './testing/a-person'

afterAll(closeDatabase)

/** Somebody who logged in a while ago. */
async function anOldSession() {
  const person = await aPerson()
  const hash = await aSession(person.userId)
  const authTime = new Date(Date.now() - 11 * 60_000)
  await withDatabase((db) => db.userSession.update({ where: { idHash: hash }, data: { authTime, provenAt: authTime } }))
  return { ...person, hash, authTime, session: { userId: person.userId, hash } }
}

const read = async (hash: Buffer<ArrayBuffer>) => {
  const session = await readUserSessionRow(hash, 3600, 86400)
  if (!session) throw new Error('no session')
  return session
}

it('eleven minutes after the log-in whoever sits there has to prove who they are, and auth_time stays what it was', async () => {
  const { hash, session, password, authTime } = await anOldSession()
  expect(isProven(await read(hash))).toBe(false)
  expect(await proveByPassword(session, 'not the password')).toBe('wrong')
  expect(isProven(await read(hash))).toBe(false)
  expect(await proveByPassword(session, password)).toBe('proven')
  const proven = await read(hash)
  expect(isProven(proven)).toBe(true)
  expect(proven.authTime).toEqual(authTime)
})

it('a one-time code or a recovery code proves it too, each once', async () => {
  const { hash, session, userId } = await anOldSession()
  await beginTotp(userId)
  const secret = (await readTotpSetUp(userId))?.secret ?? ''
  const confirmed = await confirmTotp(userId, hash, await generate({ secret, epoch: Math.floor(Date.now() / 1000) - 30 }))
  if (confirmed.kind !== 'ok') throw new Error(confirmed.kind)
  const code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
  expect(await proveByCode(session, code)).toBe('proven')
  expect(await proveByCode(session, code)).toBe('wrong')
  expect(await proveByCode(session, confirmed.recoveryCodes[0] ?? '')).toBe('proven')
  expect(await proveByCode(session, confirmed.recoveryCodes[0] ?? '')).toBe('wrong')
})

it('ten wrong passwords, parallel ones included, are the last that are looked at for a while', async () => {
  const { session, password } = await anOldSession()
  const outcomes = await Promise.all(Array.from({ length: 15 }, () => proveByPassword(session, 'not the password')))
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10)
  expect(await proveByPassword(session, password)).toBe('busy')
})

it('proves nothing for a session of somebody else, or one that has ended', async () => {
  const [one, other] = [await anOldSession(), await anOldSession()]
  expect(await proveByPassword({ userId: one.userId, hash: other.hash }, one.password)).toBe('busy')
  expect(isProven(await read(other.hash))).toBe(false)
})
