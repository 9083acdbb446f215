import { setTimeout } from 'node:timers/promises'
import { generate } from 'otplib'
import { afterAll, describe, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { apartFromTransaction, closeDatabase, prismaTransaction, statement, transaction, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { insertUserSession } from '#lib/session/store'
import { changeEmail } from '../account/change-email'
import { changePassword } from '../account/change-password'
import { requireAccount } from '../account/open-account'
import { endOtherSessions } from '../account/sessions'
import { removeTotp, renewRecoveryCodes } from '../factors/remove-totp'
import { beginSecondFactor, isSecondFactorPending } from '../factors/second-factor'
import { beginTotp, confirmTotp, readTotpSetUp } from '../factors/set-up-totp'
import { insertMailLink } from '../mail-links/store'
import { removePasskey } from '../passkeys/add-passkey'
import { rememberChallenge } from '../passkeys/relying-party'
import { recordLogIn } from '../record-log-in'
import { recover } from '../recover'
import { aPerson, aSession, emailChangeToken, newEmail, recoveryToken, sessionsOf } from '../testing/a-person'

afterAll(closeDatabase)

const NEW_PASSWORD = 'the gravel sings at noon'

type Person = Awaited<ReturnType<typeof aPerson>>

async function withTotp({ userId }: Person, self: Buffer<ArrayBuffer>): Promise<void> {
  await beginTotp(userId)
  const secret = (await readTotpSetUp(userId))?.secret ?? ''
  await confirmTotp(userId, self, await generate({ secret, epoch: Math.floor(Date.now() / 1000) - 30 }))
}

async function withPasskey({ userId }: Person): Promise<string> {
  const credentialId = randomBase62(30)
  await withDatabase((db) => db.passkey.create({ data: { credentialId, userId, publicKey: Buffer.from('key'), counter: 0, transports: [] } }))
  return credentialId
}

type Change = () => Promise<boolean>

/** Everything that changes who can get in, as the session `self` does it. What it needs is there before anything is opened. */
const CHANGES: Record<string, (person: Person, self: Buffer<ArrayBuffer>) => Promise<Change>> = {
  'the password is changed': async (person, self) => async () =>
    (await changePassword(person.userId, self, person.password, NEW_PASSWORD)).kind === 'changed',
  'the address is changed': async (person, self) => {
    const token = await emailChangeToken(person.userId, newEmail())
    return () => changeEmail(person.userId, self, token)
  },
  'one-time codes are switched on': async ({ userId }, self) => {
    await beginTotp(userId)
    const secret = (await readTotpSetUp(userId))?.secret ?? ''
    return async () => (await confirmTotp(userId, self, await generate({ secret }))).kind === 'ok'
  },
  'one-time codes are switched off': async (person, self) => {
    await withTotp(person, self)
    return async () => (await removeTotp(person.userId, self, person.password)) === 'removed'
  },
  'recovery codes are made anew': async (person, self) => {
    await withTotp(person, self)
    return async () => (await renewRecoveryCodes(person.userId, self)) !== null
  },
  'a passkey is removed': async (person, self) => {
    const credentialId = await withPasskey(person)
    return () => removePasskey(person.userId, self, credentialId)
  },
  'the other sessions are ended':
    async ({ userId }, self) =>
    async () =>
      (await endOtherSessions(userId, self)) > 0,
}

const versionOf = async (id: string) => (await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id } }))).accessVersion

const waiting = (userId: string) =>
  withDatabase(async (db) => ({
    links: await db.mailLink.count({ where: { userId } }),
    logIns: await db.pendingLogIn.count({ where: { userId } }),
    challenges: await db.passkeyChallenge.count({ where: { userId } }),
  }))

/** Begins both while the account is held by somebody else, so that they meet at it. */
async function together<A, B>(userId: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  let both: Promise<[A, B]> | undefined
  await transaction(async (tx) => {
    await tx.query(HOLD, [userId])
    both = apartFromTransaction(() => Promise.all([first(), second()]))
    await setTimeout(150)
  })
  return both as Promise<[A, B]>
}
const HOLD = statement<object>('test_hold_user', 'SELECT FROM users WHERE id = $1 FOR UPDATE')

describe.each(Object.entries(CHANGES))('when %s', (_, prepare) => {
  it('every open link, waiting log-in, challenge and other session ends, and this session stays', async () => {
    const person = await aPerson()
    const { userId, email } = person
    const self = await aSession(userId)
    const change = await prepare(person, self)
    await aSession(userId)
    const token = await recoveryToken(email)
    await emailChangeToken(userId, newEmail())
    await beginSecondFactor({ userId, accessVersion: await versionOf(userId) })
    await rememberChallenge(randomBase62(20), userId)
    expect(await waiting(userId)).toMatchObject({ logIns: 1, challenges: 1 })
    expect(await change()).toBe(true)
    expect(await waiting(userId)).toEqual({ links: 0, logIns: 0, challenges: 0 })
    expect(await sessionsOf(userId)).toEqual([self])
    expect((await recover(token, NEW_PASSWORD, aStranger())).kind).toBe('expired')
  })

  it('a recovery link used at the same moment is the only one to win, or the only one to lose', async () => {
    for (const isLinkFirst of [true, false]) {
      const person = await aPerson()
      const self = await aSession(person.userId)
      await aSession(person.userId)
      const change = await prepare(person, self)
      const token = await recoveryToken(person.email)
      const recovery = async () => (await recover(token, 'the gravel sings at dusk', aStranger())).kind === 'ok'
      const [one, other] = isLinkFirst ? await together(person.userId, recovery, change) : await together(person.userId, change, recovery)
      const [recovered, changed] = isLinkFirst ? [one, other] : [other, one]
      expect(recovered).not.toBe(changed)
      expect(await sessionsOf(person.userId)).toEqual(recovered ? [] : [self])
    }
  })

  it('whoever proved the old way in a moment ago begins no session, no second step and no link any more', async () => {
    const person = await aPerson()
    const { userId } = person
    const self = await aSession(userId)
    await aSession(userId)
    const change = await prepare(person, self)
    const accessVersion = await versionOf(userId)
    const account = await withDatabase((db) => requireAccount(db, userId))
    expect(await change()).toBe(true)
    expect(await insertUserSession(Buffer.from(randomBase62(32)), userId, ['pwd'], 600, null, accessVersion)).toBe(false)
    expect(await recordLogIn({ userId, accessVersion, deviceSecret: randomBase62(43), device: null, isFirst: false })).toBe(false)
    expect(await isSecondFactorPending(await beginSecondFactor({ userId, accessVersion }))).toBe(false)
    const link = { tokenHash: Buffer.from(randomBase62(32)), purpose: 'recover', lifetimeSeconds: 60 } as const
    expect(await prismaTransaction((tx) => insertMailLink(tx, account, link))).toBe(false)
  })
})
