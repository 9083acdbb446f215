import { afterAll, describe, expect, it } from 'vitest'
import { claimAddress, requireAddress } from '#lib/accounts/addresses/claim-address'
import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { findByAddress, findHolder } from '#lib/accounts/addresses/find-holder'
import { sweepAddresses, withAddress } from '#lib/accounts/addresses/settle-addresses'
import { addressLines } from '#lib/accounts/testing/address-lines'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, sql, statement, transaction, withDatabase } from '#lib/core/db'
import { UnavailableError } from '#lib/core/errors'
import { newIdOn, shardOfHash } from '#lib/core/shard'
import { readOutbox } from '#lib/mail/read-outbox'
import { erasePerson } from '#lib/privacy/erase-person'
import { changeEmail } from './account/change-email'
import { PEOPLE_ADDRESSES } from './addresses'
import { confirmEmail } from './confirm-email'
import { createPerson, insertAccount } from './create-person'
import { emailIndexOf } from './email-index'
import { logIn } from './log-in'
import { register } from './register'
import { aPerson, aSession, emailChangeToken, newEmail, tokenFrom } from './testing/a-person'

afterAll(closeDatabase)

const SECRET = 'the gravel sings at noon'
const newId = () => newIdOn('usr')
const account = (email: string) => ({ email, passwordHash: null, profile: {}, isEmailConfirmed: true })
const write = (address: ClaimedAddress<'person'>, email: string) => transaction((tx) => insertAccount(tx, address, account(email)))

const ask = <Row extends object>(name: string, text: string, values: unknown[]) => sql.query(statement<Row>(`test_${name}`, text), values)
const { lineOf, secondOf, later } = addressLines(PEOPLE_ADDRESSES)

describe('an address that was claimed', () => {
  it('is nobody’s when the process dies before the account is written, free in half a minute, and swept away', async () => {
    const [email, first, second] = [newEmail(), newId(), newId()]
    expect(await claimAddress(PEOPLE_ADDRESSES, email, first)).toMatchObject({ kind: 'claimed' })
    expect(await findByAddress(PEOPLE_ADDRESSES, email)).toBeNull()
    expect(await logIn(email, SECRET, aStranger())).toEqual({ kind: 'wrong' })
    expect(await claimAddress(PEOPLE_ADDRESSES, email, second)).toEqual({ kind: 'busy' })
    await later(email)
    await sweepAddresses('person')
    expect(await lineOf(email)).toBeUndefined()
    expect(await claimAddress(PEOPLE_ADDRESSES, email, first)).toMatchObject({ kind: 'claimed' })
    await later(email)
    expect(await claimAddress(PEOPLE_ADDRESSES, email, second)).toMatchObject({ kind: 'claimed' })
  })

  it('is given back at once when the account’s transaction is undone', async () => {
    const [email, id] = [newEmail(), newId()]
    const address = await requireAddress(PEOPLE_ADDRESSES, email, id)
    const refused = withAddress(address, () =>
      transaction(async (tx) => {
        await insertAccount(tx, address, account(email))
        throw new Error('killed')
      }),
    )
    await expect(refused).rejects.toThrow('killed')
    expect(await lineOf(email)).toBeUndefined()
  })

  it('stays claimed where nobody knows whether the account was written, and is settled by the sweep', async () => {
    const [email, id] = [newEmail(), newId()]
    const address = await requireAddress(PEOPLE_ADDRESSES, email, id)
    const unanswered = withAddress(address, async () => {
      await write(address, email)
      throw new UnavailableError()
    })
    await expect(unanswered).rejects.toThrow(UnavailableError)
    expect(await findByAddress(PEOPLE_ADDRESSES, email)).toEqual({ id, isConfirmed: true })
    await later(email)
    await sweepAddresses('person')
    expect(await lineOf(email)).toEqual({ id, check_at: null })
  })

  it('leads to the account also when the process died before it was settled', async () => {
    const [email, id] = [newEmail(), newId()]
    await write(await requireAddress(PEOPLE_ADDRESSES, email, id), email)
    expect(await findByAddress(PEOPLE_ADDRESSES, email)).toEqual({ id, isConfirmed: true })
    expect(await claimAddress(PEOPLE_ADDRESSES, email, newId())).toEqual({ kind: 'held', holder: { id, hold: 'confirmed' } })
    await later(email)
    await sweepAddresses('person')
    expect(await lineOf(email)).toEqual({ id, check_at: null })
  })

  it('is written by nobody who took too long', async () => {
    const [email, id] = [newEmail(), newId()]
    const address = await requireAddress(PEOPLE_ADDRESSES, email, id)
    const slow = {
      ...address,
      requireFresh: () => {
        throw new UnavailableError()
      },
    }
    await expect(write(slow, email)).rejects.toThrow(UnavailableError)
    expect(await findByAddress(PEOPLE_ADDRESSES, email)).toBeNull()
  })

  it('goes to one of many who claim it at once', async () => {
    const email = newEmail()
    const claims = await Promise.all(Array.from({ length: 10 }, () => claimAddress(PEOPLE_ADDRESSES, email, newId())))
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
    expect(claims.filter(({ kind }) => kind === 'busy')).toHaveLength(9)
  })
})

describe('a registration', () => {
  const registration = (email: string) => ({ email, password: SECRET, locale: 'en' as const })

  it('of one address by many at once makes one account', async () => {
    const email = newEmail()
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => register(registration(email), aStranger())))
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['mailed']))
    const accounts = await withDatabase((db) => db.user.findMany({ where: { emailIndex: emailIndexOf(email) }, select: { id: true } }))
    expect(accounts).toEqual([{ id: (await findByAddress(PEOPLE_ADDRESSES, email))?.id }])
    expect((await findByAddress(PEOPLE_ADDRESSES, email))?.isConfirmed).toBe(false)
  })

  it('whose address is another’s by now is not confirmed', async () => {
    const email = newEmail()
    const registered = await register(registration(email), aStranger())
    if (registered.kind !== 'mailed') throw new Error(registered.kind)
    const token = await tokenFrom(email, 'confirm_email')
    // Whoever took the address over when its claim had run out.
    const other = newId()
    await ask('take_over', 'UPDATE email_directory SET user_id = $3 WHERE shard = $1 AND email_index = $2', [
      shardOfHash(emailIndexOf(email)),
      emailIndexOf(email),
      other,
    ])
    expect(await confirmEmail(token, registered.browserSecret)).toEqual({ kind: 'expired' })
    await ask('take_over', 'UPDATE email_directory SET user_id = $3 WHERE shard = $1 AND email_index = $2', [
      shardOfHash(emailIndexOf(email)),
      emailIndexOf(email),
      await createPerson({ ...account(newEmail()) }),
    ])
    // Nobody holds it after all: then it is confirmed.
    await later(email)
    expect(await confirmEmail(token, registered.browserSecret)).toMatchObject({ kind: 'ok' })
  })

  it('that nobody confirmed gives way to the next, whose line leads to the new one', async () => {
    const email = newEmail()
    await register(registration(email), aStranger())
    const first = await findByAddress(PEOPLE_ADDRESSES, email)
    await register(registration(email), aStranger())
    const second = await findByAddress(PEOPLE_ADDRESSES, email)
    expect(second?.id).not.toBe(first?.id)
    expect((await lineOf(email))?.id).toBe(second?.id)
    expect(await withDatabase((db) => db.user.findMany({ where: { id: first?.id } }))).toEqual([])
  })
})

describe('a change of address', () => {
  it('that dies after its claim changes nothing, and leaves the new address free', async () => {
    const [{ userId, email, password }, next] = [await aPerson(), newEmail()]
    await claimAddress(PEOPLE_ADDRESSES, next, userId)
    expect(await findByAddress(PEOPLE_ADDRESSES, next)).toBeNull()
    expect((await logIn(email, password, aStranger())).kind).toBe('ok')
    await later(next)
    await sweepAddresses('person')
    expect(await lineOf(next)).toBeUndefined()
  })

  it('keeps the old address for as long as it can be undone, and no longer', async () => {
    const [{ userId, email, password }, next] = [await aPerson(), newEmail()]
    expect(await changeEmail(userId, await aSession(userId), await emailChangeToken(userId, next))).toBe(true)
    expect((await logIn(email, password, aStranger())).kind).toBe('wrong')
    expect((await logIn(next, password, aStranger())).kind).toBe('ok')
    expect(await findHolder(PEOPLE_ADDRESSES, email)).toEqual({ id: userId, hold: 'kept' })
    expect(await claimAddress(PEOPLE_ADDRESSES, email, newId())).toMatchObject({ kind: 'held' })
    await register({ email, password: SECRET, locale: 'en' }, aStranger())
    expect((await readOutbox(2000)).filter(({ to, kind }) => to === email && kind === 'address_kept')).toHaveLength(1)

    await ask('end_undo', `UPDATE address_undos SET expires_at = clock_timestamp() - interval '1 second' WHERE shard = $2 AND user_id = $1`, [
      userId,
      (await withDatabase((db) => db.user.findFirstOrThrow({ where: { id: userId } }))).shard,
    ])
    await later(email)
    expect(await findHolder(PEOPLE_ADDRESSES, email)).toBeNull()
    expect(await claimAddress(PEOPLE_ADDRESSES, email, newId())).toMatchObject({ kind: 'claimed' })
  })
})

describe('the second line of an address', () => {
  it('is there once the address is confirmed, and leads to whom the first one leads', async () => {
    const { userId, email, password } = await aPerson()
    expect(await secondOf(email)).toBe(userId)
    const next = newEmail()
    expect(await changeEmail(userId, await aSession(userId), await emailChangeToken(userId, next))).toBe(true)
    expect(await secondOf(next)).toBe(userId)
    const unconfirmed = newEmail()
    await register({ email: unconfirmed, password, locale: 'en' }, aStranger())
    expect([(await lineOf(unconfirmed)) === undefined, await secondOf(unconfirmed)]).toEqual([false, undefined])
  })

  it('goes with the first one, also when somebody took the address over and never confirmed it', async () => {
    const { userId, email } = await aPerson()
    await transaction((tx) => erasePerson(tx, userId))
    await later(email)
    expect(await claimAddress(PEOPLE_ADDRESSES, email, newId())).toMatchObject({ kind: 'claimed' })
    expect(await secondOf(email)).toBe(userId)
    await later(email)
    await sweepAddresses('person')
    expect([await lineOf(email), await secondOf(email)]).toEqual([undefined, undefined])
  })
})

it('an account that is erased takes its line along, also when the process dies at that moment', async () => {
  const { userId, email } = await aPerson()
  await transaction((tx) => erasePerson(tx, userId))
  expect(await findByAddress(PEOPLE_ADDRESSES, email)).toBeNull()
  await later(email)
  await sweepAddresses('person')
  expect([await lineOf(email), await secondOf(email)]).toEqual([undefined, undefined])
})
