import { afterAll, expect, it } from 'vitest'
import { changePassword } from '#lib/accounts/credentials/change-password'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { readOutbox } from '#lib/mail/read-outbox'
import { exportPerson } from '#lib/privacy/export-person'
import { logIn } from '../log-in'
import { PEOPLE } from '../people'
import { recover } from '../recover'
import { register } from '../register'
import { aPerson, aSession, emailChangeToken, newEmail, recoveryToken, sessionsOf, tokenFrom } from '../testing/a-person'
import { changeEmail } from './change-email'
import { requestDeletion } from './request-deletion'
import { readUndo, undoEmailChange } from './undo-email-change'

afterAll(closeDatabase)

const NEW_PASSWORD = 'the gravel sings at noon'
const THIEFS_PASSWORD = 'the gravel sings at dusk'

async function changeTo(userId: string, self: Buffer<ArrayBuffer>, to = newEmail()): Promise<string> {
  expect(await changeEmail(userId, self, await emailChangeToken(userId, to))).toBe(true)
  return to
}

const kindsTo = async (address: string) => (await readOutbox(2000)).filter(({ to }) => to === address).map(({ kind }) => kind)
const addPasskey = (userId: string, createdAt: Date) =>
  withDatabase((db) =>
    db.passkey.create({
      data: { shard: shardOf(userId), credentialId: randomBase62(30), userId, publicKey: Buffer.from('k'), counter: 0, transports: [], createdAt },
    }),
  )

it('the old address takes the account back: sessions, links, password and what was added meanwhile are gone', async () => {
  const owner = await aPerson()
  const { userId, email } = owner
  const thief = await aSession(userId)
  const own = await addPasskey(userId, new Date(Date.now() - 100 * 3600_000))
  await addPasskey(userId, new Date(Date.now() - 3600_000))
  const thiefs = await changeTo(userId, thief)
  expect((await changePassword(PEOPLE, userId, thief, owner.password, THIEFS_PASSWORD)).kind).toBe('changed')
  await addPasskey(userId, new Date())
  const left = await recoveryToken(thiefs)

  const token = await tokenFrom(email, 'email_changed')
  expect(await readUndo(token)).toEqual({ email })
  const outcome = await undoEmailChange(token)
  if (outcome.kind !== 'ok') throw new Error(outcome.kind)
  expect(await sessionsOf(userId)).toEqual([])
  expect((await recover(left, THIEFS_PASSWORD, aStranger())).kind).toBe('expired')
  for (const [address, password] of [
    [email, owner.password],
    [email, THIEFS_PASSWORD],
    [thiefs, THIEFS_PASSWORD],
  ] as const) {
    expect((await logIn(address, password, aStranger())).kind).toBe('wrong')
  }
  expect((await withDatabase((db) => db.passkey.findMany({ where: { userId } }))).map(({ credentialId }) => credentialId)).toEqual([own.credentialId])
  expect((await recover(outcome.recoveryToken, NEW_PASSWORD, aStranger())).kind).toBe('ok')
  expect((await logIn(email, NEW_PASSWORD, aStranger())).kind).toBe('ok')
  expect(await kindsTo(thiefs)).toContain('email_taken_back')
  expect(await undoEmailChange(token)).toEqual({ kind: 'expired' })
})

it('a second change does not push the first address out, and falls with it', async () => {
  const { userId, email } = await aPerson()
  const thief = await aSession(userId)
  const second = await changeTo(userId, thief)
  await changeTo(userId, thief)
  const [first, later] = [await tokenFrom(email, 'email_changed'), await tokenFrom(second, 'email_changed')]
  expect((await undoEmailChange(first)).kind).toBe('ok')
  expect(await undoEmailChange(later)).toEqual({ kind: 'expired' })
})

it('undoing a later change leaves an earlier address its link', async () => {
  const { userId, email } = await aPerson()
  const self = await aSession(userId)
  const second = await changeTo(userId, self)
  await changeTo(userId, self)
  expect((await undoEmailChange(await tokenFrom(second, 'email_changed'))).kind).toBe('ok')
  expect(await readUndo(await tokenFrom(email, 'email_changed'))).toEqual({ email })
})

it('for 72 hours nothing is exported or deleted, and nobody else gets the address', async () => {
  const { userId, email } = await aPerson()
  const now = await changeTo(userId, await aSession(userId))
  expect(await exportPerson(userId)).toBeNull()
  expect(await requestDeletion(userId, now)).toBe(false)

  await register({ email, password: NEW_PASSWORD, locale: 'en' }, aStranger())
  const other = await aPerson()
  const otherSession = await aSession(other.userId)
  await expect(emailChangeToken(other.userId, email)).rejects.toThrow('no change_email mail')
  expect(await changeEmail(other.userId, otherSession, 'sgm_none')).toBe(false)
  expect((await kindsTo(email)).filter((kind) => kind === 'address_kept')).toHaveLength(2)

  await withDatabase((db) => db.addressUndo.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } }))
  expect(await undoEmailChange(await tokenFrom(email, 'email_changed'))).toEqual({ kind: 'expired' })
  const everything = await exportPerson(userId)
  expect(everything).not.toBeNull()
  expect(JSON.stringify(everything)).not.toMatch(/sgm_/)
  expect(await requestDeletion(userId, now)).toBe(true)
})

it('pressed twice at once, the link takes the account back once', async () => {
  const { userId, email } = await aPerson()
  await changeTo(userId, await aSession(userId))
  const token = await tokenFrom(email, 'email_changed')
  const outcomes = await Promise.all([undoEmailChange(token), undoEmailChange(token)])
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['expired', 'ok'])
})
