import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, transaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { hashOn, shardOf } from '#lib/core/shard'
import { anAccount, REALMS, type TestAccount } from '../../../e2e/fixtures/accounts'
import { consumeLink, endOtherLinks, findLink, insertLink } from './store'

afterAll(closeDatabase)

const open = async ({ realm, id }: TestAccount, lifetimeSeconds = 60) => {
  const tokenHash = hashOn(shardOf(id), Buffer.from(randomBase62(32)))
  expect(await transaction((tx) => insertLink(tx, { realm, id }, null, { tokenHash, purpose: 'recover', lifetimeSeconds }))).toBe(true)
  return tokenHash
}

describe.each(REALMS)('%s: a mailed link', (realm) => {
  const owner = ({ id }: TestAccount) => ({ realm, id })
  const use = (account: TestAccount, hash: Buffer) => transaction((tx) => consumeLink(tx, owner(account), [hash], 'recover'))

  it('is used once, by its owner, also when everybody comes at the same time', async () => {
    const [account, stranger] = [await anAccount(realm), await anAccount(realm)]
    const hash = await open(account)
    expect(await use(stranger, hash)).toBe(false)
    const uses = await Promise.all(Array.from({ length: 8 }, () => use(account, hash)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await findLink(realm, [hash], 'recover')).toBeNull()
  })

  it('takes the others of its purpose with it', async () => {
    const account = await anAccount(realm)
    const [older, newer] = [await open(account), await open(account)]
    expect((await findLink(realm, [older], 'recover'))?.ownerId).toBe(account.id)
    expect(await use(account, newer)).toBe(true)
    expect(await findLink(realm, [older], 'recover')).toBeNull()
  })

  it('can be made the only one of its purpose', async () => {
    const account = await anAccount(realm)
    const [older, newer] = [await open(account), await open(account)]
    await transaction((tx) => endOtherLinks(tx, owner(account), 'recover', [newer]))
    expect(await use(account, older)).toBe(false)
    expect(await use(account, newer)).toBe(true)
  })

  it('is nothing once its time is over, nor for another purpose, nor in the other realm', async () => {
    const account = await anAccount(realm)
    const [over, hash] = [await open(account, -1), await open(account)]
    expect(await findLink(realm, [over], 'recover')).toBeNull()
    expect(await use(account, over)).toBe(false)
    expect(await findLink(realm, [hash], realm === 'person' ? 'confirm_email' : 'confirm')).toBeNull()
    expect(await findLink(realm === 'person' ? 'staff' : 'person', [hash], 'recover')).toBeNull()
  })
})
