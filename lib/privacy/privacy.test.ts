import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { createApp } from '#lib/apps/create-app'
import { createCompany } from '#lib/companies/create-company'
import { closeDatabase, transaction, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { newIdOn, shardOf } from '#lib/core/shard'
import { upsertGrant } from '#lib/grants/store'
import { issueReceipt, prepareReceipt } from '#lib/receipts/issue-receipt'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { insertSubject } from '#lib/subjects/store'
import { requestDeletion } from '#lib/users/account/request-deletion'
import { createPerson } from '#lib/users/create-person'
import { recordPersonLogIn } from '#lib/users/record-person-log-in'
import { requestRecovery } from '#lib/users/recover'
import type { Profile, VerifiedClaims } from '#lib/users/schema'
import { staffActor } from '../../e2e/fixtures/actor'
import { eraseDuePeople } from './erase-due-people'
import { erasePerson } from './erase-person'
import { exportPerson } from './export-person'

afterAll(closeDatabase)

/** Every table with a text form of every row: whatever is in clear anywhere would be found. */
async function tablesHolding(needle: string): Promise<string[]> {
  const tables = await withDatabase((db) => db.$queryRaw<{ name: string }[]>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)
  const holding: string[] = []
  for (const { name } of tables) {
    const rows = await withDatabase((db) => db.$queryRawUnsafe<object[]>(`SELECT 1 FROM "${name}" t WHERE strpos(t::text, $1) > 0 LIMIT 1`, needle))
    if (rows.length > 0) holding.push(name)
  }
  return holding
}

/** @param shard where they are; by chance without one */
async function aKnownPerson(shard?: number) {
  const canary = randomBase62(14).toLowerCase()
  const email = `${canary}@people.example`
  const company = await createCompany({
    name: 'C',
    owner: { name: 'O', email: `${randomBase62(12).toLowerCase()}@c.example`, password: randomBase62(20) },
  })
  const app = await createApp(staffActor(company), {
    name: 'A',
    redirect_uris: ['https://a.example/cb'],
    scopes: ['openid', 'email'],
    client_type: 'confidential',
  })
  const profile: Required<Profile> = {
    given_name: `Given${canary}`,
    family_name: `Family${canary}`,
    birthdate: '1990-02-04',
    zoneinfo: 'Pacific/Chatham',
    locale: 'pl',
  }
  const verified: Required<VerifiedClaims> = {
    given_name: `DocumentGiven${canary}`,
    family_name: `DocumentFamily${canary}`,
    birthdate: '1990-02-03',
    age_over_18: `Age${canary}`,
    nationality: 'UTO',
    document_number: `N${canary}`,
    document_expiry: '2031-04-05',
  }
  const userId = await createPerson({ id: newIdOn('usr', shard), email, password: randomBase62(20), profile, verified, isEmailConfirmed: true })
  const subject = await ensureSubject(userId, app.id)
  const consent = {
    userId,
    app: { name: 'A', companyName: 'C', isCompanyVerified: false },
    sub: subject.sub,
    granted: ['openid' as const],
    declined: ['email' as const],
  }
  const receipt = await prepareReceipt(consent)
  await transaction(async (tx) => {
    await upsertGrant(tx, { id: newIdOn('grt', shardOf(userId)), userId, appId: app.id, granted: ['openid'], declined: ['email'] })
    await issueReceipt(tx, receipt, null)
  })
  await recordPersonLogIn({ id: userId, accessVersion: 0, browserSecret: randomBase62(43), browser: 'Firefox, Linux', isFirst: false })
  return { userId, email, canary, profile, verified, subject, receiptId: receipt.receipt.id }
}

it('exports everything that is held, links that still work left out', async () => {
  const { userId, email, profile, verified, subject, receiptId } = await aKnownPerson()
  await requestRecovery(email, aStranger())
  const text = JSON.stringify(await exportPerson(userId))
  for (const piece of [
    email,
    ...Object.values(profile),
    ...Object.values(verified),
    subject.sub,
    subject.aliasLocalPart,
    receiptId,
    'account.new_device',
    'Firefox, Linux',
  ]) {
    expect(text).toContain(piece)
  }
  expect(text).toContain('/recover/…')
  expect(text).not.toMatch(/argon2id\$|sgm_/)
})

it('keeps nothing personal in clear, and after the deletion nothing at all', async () => {
  const { userId, email, canary, subject, receiptId } = await aKnownPerson()
  expect(await tablesHolding(canary)).toEqual([])
  expect(await tablesHolding(userId)).not.toEqual([])

  expect(await requestDeletion(userId, 'somebody@else.example')).toBe(false)
  expect(await requestDeletion(userId, email)).toBe(true)
  const due = (await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: userId } }))).deletionDueAt as Date
  expect((due.getTime() - Date.now()) / 86_400_000).toBeCloseTo(14, 2)
  await eraseDuePeople()
  expect(await tablesHolding(userId)).not.toEqual([])

  await withDatabase((db) => db.user.update({ where: { id: userId }, data: { deletionDueAt: new Date(0) } }))
  await eraseDuePeople()
  for (const trace of [userId, canary, subject.sub, subject.aliasLocalPart, receiptId]) expect(await tablesHolding(trace)).toEqual([])
})

it('is called off by logging in', async () => {
  const { userId, email } = await aKnownPerson()
  await requestDeletion(userId, email)
  const { accessVersion } = await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: userId } }))
  await recordPersonLogIn({ id: userId, accessVersion, browserSecret: randomBase62(43), browser: null, isFirst: false })
  expect((await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: userId } }))).deletionDueAt).toBeNull()
})

it('leaves an alias of somebody who is gone to nobody else', async () => {
  const { userId } = await aKnownPerson()
  const { appId, aliasIndex, pairSealed } = await withDatabase((db) => db.subject.findFirstOrThrow({ where: { userId } }))
  await transaction((tx) => erasePerson(tx, userId))
  // An alias says on which shard its person is, so nobody of another could be offered it.
  const other = await aKnownPerson(shardOf(userId))
  const offer = async (index: Buffer<ArrayBuffer>) => {
    await insertSubject(other.userId, appId, { pairSealed: Buffer.from(pairSealed), subIndex: randomBytes(32), aliasIndex: index })
    return withDatabase((db) => db.subject.count({ where: { userId: other.userId, appId } }))
  }
  expect(await offer(Buffer.from(aliasIndex))).toBe(0)
  expect(await offer(randomBytes(32))).toBe(1)
})
