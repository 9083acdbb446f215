import { afterAll, expect, it } from 'vitest'
import { changePassword } from '#lib/accounts/credentials/change-password'
import { removePasskey } from '#lib/accounts/passkeys/remove-passkey'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { newIdOn } from '#lib/core/shard'
import { readOutbox } from '#lib/mail/read-outbox'
import { declinePasskey, isPasskeyOffered } from './account/offer-passkey'
import { createPerson } from './create-person'
import { logIn } from './log-in'
import { answerMailCode } from './mail-code/answer-mail-code'
import { PEOPLE } from './people'
import { recordPersonLogIn } from './record-person-log-in'
import { register } from './register'
import { aPerson, aSession, newEmail } from './testing/a-person'

afterAll(closeDatabase)

const aCredential = () => ({ credentialId: randomBase62(20), publicKey: new Uint8Array(8), counter: 0, transports: [], device: null })
const PASSWORD = 'the gravel sings at noon'

/** A person who signed up with a passkey and confirmed the address. */
async function withPasskeyOnly() {
  const [email, accountId, credential] = [newEmail(), newIdOn('usr'), aCredential()]
  const begun = await register({ email, password: null, locale: 'en', passkey: { accountId, credential } }, aStranger())
  if (begun.kind !== 'mailed') throw new Error(begun.kind)
  const code = (await readOutbox(2000)).find(({ to }) => to === email)?.text.match(/^\d{6}$/m)?.[0] ?? ''
  const outcome = await answerMailCode({ secret: begun.browserSecret, email }, code, aStranger())
  return { email, userId: accountId, credential, outcome, session: await aSession(accountId) }
}

it('signs up with a passkey: the account has the id it was made for, and no password opens it', async () => {
  const { email, userId, outcome } = await withPasskeyOnly()
  expect(outcome).toMatchObject({ kind: 'ok', id: userId, amr: ['otp'] })
  for (const password of ['', PASSWORD, 'null']) expect((await logIn(email, password, aStranger())).kind).toBe('wrong')
})

it('keeps its last passkey until there is another way in', async () => {
  const { userId, credential, session } = await withPasskeyOnly()
  expect(await removePasskey(PEOPLE, userId, session, credential.credentialId)).toBe('last_way')
  expect((await changePassword(PEOPLE, userId, session, '', PASSWORD)).kind).toBe('wrong')
  expect((await changePassword(PEOPLE, userId, session, null, PASSWORD)).kind).toBe('changed')
  expect(await removePasskey(PEOPLE, userId, session, credential.credentialId)).toBe('removed')
})

it('asks for the password where there is one, whatever a form leaves out', async () => {
  const { userId } = await aPerson()
  expect((await changePassword(PEOPLE, userId, await aSession(userId), null, PASSWORD)).kind).toBe('wrong')
})

it('makes nothing of a passkey for the address of an account', async () => {
  const { email, userId } = await aPerson()
  const accountId = newIdOn('usr')
  await register({ email, password: null, locale: 'en', passkey: { accountId, credential: aCredential() } }, aStranger())
  expect(await withDatabase((db) => db.user.count({ where: { id: accountId } }))).toBe(0)
  expect(await withDatabase((db) => db.passkey.count({ where: { userId } }))).toBe(0)
})

it('offers a passkey to whoever logged in with a password, until they have one or want none', async () => {
  const { userId } = await aPerson()
  expect(await isPasskeyOffered({ userId, amr: ['otp'] })).toBe(false)
  expect(await isPasskeyOffered({ userId, amr: ['pwd'] })).toBe(true)
  await declinePasskey(userId)
  expect(await isPasskeyOffered({ userId, amr: ['pwd'] })).toBe(false)
})

it('is told by mail that a planned deletion was cancelled by logging in, once', async () => {
  const email = newEmail()
  const id = await createPerson({ email, passwordHash: null, profile: {}, isEmailConfirmed: true })
  await withDatabase((db) => db.user.update({ where: { id }, data: { deletionDueAt: new Date(Date.now() + 3600_000) }, select: { id: true } }))
  let kept = 0
  const logInOnce = () => recordPersonLogIn({ id, accessVersion: 0, browserSecret: randomBase62(43), browser: null, isFirst: true }, () => kept++)
  expect([await logInOnce(), await logInOnce()]).toEqual([true, true])
  expect(kept).toBe(1)
  expect((await readOutbox(2000)).filter(({ to, kind }) => to === email && kind === 'deletion_called_off')).toHaveLength(1)
})
