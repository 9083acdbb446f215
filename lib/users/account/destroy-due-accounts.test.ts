import { afterAll, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { createApp } from '#lib/apps/create-app'
import { createCompany } from '#lib/companies/create-company'
import { closeDatabase, transaction, withDatabase } from '#lib/core/db'
import { newId, randomBase62 } from '#lib/core/random-id'
import { upsertGrant } from '#lib/grants/store'
import { issueReceipt, prepareReceipt } from '#lib/receipts/issue-receipt'
import { openReceipt } from '#lib/receipts/receipt'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { staffActor } from '../../../e2e/fixtures/actor'
import { createPerson } from '../create-person'
import { recordLogIn } from '../record-log-in'
import { requestRecovery } from '../recover'
import { destroyDueAccounts } from './destroy-due-accounts'
import { exportData } from './export-data'
import { requestDeletion } from './request-deletion'

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

async function aKnownPerson() {
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
  const profile = { given_name: `Given${canary}`, family_name: `Family${canary}`, zoneinfo: 'Europe/Warsaw', locale: 'en' as const }
  const userId = await createPerson({ email, password: randomBase62(20), profile, verified: { birthdate: '1990-02-03' }, isEmailConfirmed: true })
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
    await upsertGrant(tx, { id: newId('grt'), userId, appId: app.id, granted: ['openid'], declined: ['email'] })
    await issueReceipt(tx, receipt)
  })
  await recordLogIn({ userId, accessVersion: 0, deviceSecret: randomBase62(43), device: 'Firefox, Linux', isFirst: false })
  return { userId, email, canary, subject, receiptId: receipt.receipt.id }
}

it('exports everything that is held, links that still work left out', async () => {
  const { userId, email, canary, subject, receiptId } = await aKnownPerson()
  await requestRecovery(email, aStranger())
  const text = JSON.stringify(await exportData(userId, (rows, vault) => rows.map((row) => openReceipt(vault, row))))
  for (const piece of [
    email,
    `Given${canary}`,
    `Family${canary}`,
    '1990-02-03',
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
  await destroyDueAccounts()
  expect(await tablesHolding(userId)).not.toEqual([])

  await withDatabase((db) => db.user.update({ where: { id: userId }, data: { deletionDueAt: new Date(0) } }))
  await destroyDueAccounts()
  for (const trace of [userId, canary, subject.sub, subject.aliasLocalPart, receiptId]) expect(await tablesHolding(trace)).toEqual([])
})

it('is called off by logging in', async () => {
  const { userId, email } = await aKnownPerson()
  await requestDeletion(userId, email)
  const { accessVersion } = await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: userId } }))
  await recordLogIn({ userId, accessVersion, deviceSecret: randomBase62(43), device: null, isFirst: false })
  expect((await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: userId } }))).deletionDueAt).toBeNull()
})
