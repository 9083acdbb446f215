import { setTimeout } from 'node:timers/promises'
import { generate } from 'otplib'
import { afterAll, describe, expect, it } from 'vitest'
import { apartFromTransaction, closeDatabase, statement, transaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { changeEmail } from '#lib/users/account/change-email'
import { emailChangeToken, newEmail } from '#lib/users/testing/a-person'
import {
  anAccount,
  aSessionOf,
  REALMS,
  recordAs,
  recoverAs,
  recoveryTokenOf,
  sessionOf,
  sessionsOf,
  type TestAccount,
  versionOf,
  waitingFor,
  withPasskey,
  withTotp,
} from '../../../e2e/fixtures/accounts'
import { removeTotp, renewRecoveryCodes } from '../factors/remove-totp'
import { beginSecondFactor, isSecondFactorPending } from '../factors/second-factor'
import { beginTotp, confirmTotp, readTotpSetUp } from '../factors/totp-set-up'
import { insertLink } from '../links/store'
import { rememberChallenge } from '../passkeys/relying-party'
import { removePasskey } from '../passkeys/remove-passkey'
import type { Owner, Realm } from '../realm'
import { endOtherSessions, endSession, listSessions } from '../sessions/sessions'
import { TABLES } from '../tables'
import { changePassword } from './change-password'

afterAll(closeDatabase)

const NEW_PASSWORD = 'the gravel sings at noon'

type Session = Buffer<ArrayBuffer>
type Change = () => Promise<boolean>

/** Everything that changes who can get in, as the session `self` does it. What it needs is there before anything is opened. */
const CHANGES: Record<string, (account: TestAccount, self: Session) => Promise<Change>> = {
  'the password is changed':
    async ({ accounts, id, password }, self) =>
    async () =>
      (await changePassword(accounts, id, self, password, NEW_PASSWORD)).kind === 'changed',
  'one-time codes are switched on': async ({ accounts, id }, self) => {
    await beginTotp(accounts, id)
    const secret = (await readTotpSetUp(accounts, id))?.secret ?? ''
    return async () => (await confirmTotp(accounts, id, self, await generate({ secret }))).kind === 'ok'
  },
  'one-time codes are switched off': async (account, self) => {
    await withTotp(account, self)
    return async () => (await removeTotp(account.accounts, account.id, self, account.password)) === 'removed'
  },
  'recovery codes are made anew': async (account, self) => {
    await withTotp(account, self)
    return async () => (await renewRecoveryCodes(account.accounts, account.id, self)) !== null
  },
  'a passkey is removed': async (account, self) => {
    const credentialId = await withPasskey(account)
    return async () => (await removePasskey(account.accounts, account.id, self, credentialId)) === 'removed'
  },
  'the other sessions are ended':
    async ({ accounts, id }, self) =>
    async () =>
      (await endOtherSessions(accounts, id, self)) > 0,
}

/** Of people only: staff keep the address they were invited under. */
const OWN_CHANGES: typeof CHANGES = {
  'the address is changed': async ({ id }, self) => {
    const token = await emailChangeToken(id, newEmail())
    return () => changeEmail(id, self, token)
  },
}

const CASES: [Realm, string, (typeof CHANGES)[string]][] = [
  ...REALMS.flatMap((realm) => Object.entries(CHANGES).map(([what, prepare]): (typeof CASES)[number] => [realm, what, prepare])),
  ...Object.entries(OWN_CHANGES).map(([what, prepare]): (typeof CASES)[number] => ['person', what, prepare]),
]

/** Begins both while the account is held by somebody else, so that they meet at it. */
async function together<A, B>({ realm, id }: Owner, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  let both: Promise<[A, B]> | undefined
  await transaction(async (tx) => {
    await tx.query(statement<object>(`test_hold_${realm}`, `SELECT FROM ${TABLES[realm].accounts} WHERE shard = $2 AND id = $1 FOR UPDATE`), [
      id,
      shardOf(id),
    ])
    both = apartFromTransaction(() => Promise.all([first(), second()]))
    await setTimeout(150)
  })
  return both as Promise<[A, B]>
}

describe.each(CASES)('%s: when %s', (realm, _, prepare) => {
  it('every open link, waiting log-in, challenge and other session ends, and this session stays', async () => {
    const account = await anAccount(realm)
    const self = await aSessionOf(account)
    const change = await prepare(account, self)
    await aSessionOf(account)
    const token = await recoveryTokenOf(account)
    await beginSecondFactor(realm, { id: account.id, accessVersion: await versionOf(account) })
    await rememberChallenge(realm, randomBase62(20), account.id)
    expect(await waitingFor(account)).toMatchObject({ pendingLogIns: 1, challenges: 1 })
    expect((await waitingFor(account)).links).toBeGreaterThan(0)
    expect(await change()).toBe(true)
    expect(await waitingFor(account)).toEqual({ links: 0, pendingLogIns: 0, challenges: 0 })
    expect(await sessionsOf(account)).toEqual([self])
    expect(await recoverAs(account, token, NEW_PASSWORD)).toBe('expired')
  })

  it('a recovery link used at the same moment is the only one to win, or the only one to lose', async () => {
    for (const isLinkFirst of [true, false]) {
      const account = await anAccount(realm)
      const self = await aSessionOf(account)
      await aSessionOf(account)
      const change = await prepare(account, self)
      const token = await recoveryTokenOf(account)
      const recovery = async () => ['ok', 'second_factor'].includes(await recoverAs(account, token, 'the gravel sings at dusk'))
      const [one, other] = isLinkFirst ? await together(account, recovery, change) : await together(account, change, recovery)
      const [recovered, changed] = isLinkFirst ? [one, other] : [other, one]
      expect(recovered).not.toBe(changed)
      expect(await sessionsOf(account)).toEqual(recovered ? [] : [self])
    }
  })

  it('whoever proved the old way in a moment ago begins no session and no second step any more', async () => {
    const account = await anAccount(realm)
    const self = await aSessionOf(account)
    await aSessionOf(account)
    const change = await prepare(account, self)
    const accessVersion = await versionOf(account)
    expect(await change()).toBe(true)
    expect(await sessionOf(account, accessVersion)).toBeNull()
    expect(await recordAs(account, accessVersion)).toBe(false)
    expect(await isSecondFactorPending(realm, await beginSecondFactor(realm, { id: account.id, accessVersion }))).toBe(false)
  })
})

it.each(REALMS)('%s: a link is worth nothing when it was asked for before the change', async (realm) => {
  const account = await anAccount(realm)
  const accessVersion = await versionOf(account)
  const self = await aSessionOf(account)
  await aSessionOf(account)
  expect(await endOtherSessions(account.accounts, account.id, self)).toBe(1)
  const link = { tokenHash: Buffer.from(randomBase62(32)), purpose: 'recover', lifetimeSeconds: 60 } as const
  expect(await transaction((tx) => insertLink(tx, account, accessVersion, link))).toBe(false)
})

describe.each(REALMS)('%s: one browser', (realm) => {
  it('is logged out alone, and by nobody but its owner', async () => {
    const [account, stranger] = [await anAccount(realm), await anAccount(realm)]
    const [self, lost] = [await aSessionOf(account), await aSessionOf(account)]
    const listed = await listSessions(account.accounts, account.id, self)
    const handle = listed.find(({ isThisOne }) => !isThisOne)?.handle ?? ''
    expect(handle).not.toContain(lost.toString('hex').slice(0, 8))
    expect(await endSession(stranger.accounts, stranger.id, handle)).toBe(false)
    expect(await sessionsOf(account)).toHaveLength(2)
    expect(await endSession(account.accounts, account.id, handle)).toBe(true)
    expect(await sessionsOf(account)).toEqual([self])
    expect(await endSession(account.accounts, account.id, handle)).toBe(false)
  })
})
