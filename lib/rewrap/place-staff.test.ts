import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { totpPlace } from '#lib/accounts/factors/check-totp'
import { answerSecondFactor, beginSecondFactor } from '#lib/accounts/factors/second-factor'
import { findNamedPasskey } from '#lib/accounts/passkeys/log-in-with-passkey'
import { aStranger } from '#lib/accounts/testing/clients'
import { listApiKeys } from '#lib/companies/list-api-keys'
import { logInStaff } from '#lib/companies/log-in-staff'
import { inviteMember } from '#lib/companies/members/invite-member'
import { createStaffKey, staffAccounts } from '#lib/companies/staff'
import { sealAddress } from '#lib/companies/staff-address'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { hashPassword } from '#lib/core/passwords'
import { newId, randomBase62 } from '#lib/core/random-id'
import { issueSecret } from '#lib/core/secret-token'
import { shardOf, shardOfCompany } from '#lib/core/shard'
import { staffActor } from '../../e2e/fixtures/actor'
import { codeOfStep } from '../../e2e/fixtures/one-time-code'
import { createDatabase } from '../../scripts/lib/postgres/running-server.mjs'
import { applyMigrations } from '../core/db/migrate.mjs'
import { requireKnownKeys } from './require-known-keys'

const FIRST_WITH_SHARD = '20261123152000_shards_of_staff'
const folder = mkdtempSync(path.join(os.tmpdir(), 'signet-migrations-'))

/** A database as the version before left it, which other tests have nothing to do with. */
beforeAll(async () => {
  const url = await createDatabase(process.env.DATABASE_URL as string, `before_${randomBytes(6).toString('hex')}`)
  const before = readdirSync('prisma/migrations').filter((name) => name < FIRST_WITH_SHARD)
  for (const name of before) cpSync(path.join('prisma/migrations', name), path.join(folder, name), { recursive: true })
  await applyMigrations(url, folder)
  vi.stubEnv('DATABASE_URL', url)
})

afterAll(async () => {
  await closeDatabase()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const PASSWORD = 'the gravel sings at noon'

/** An owner with one-time codes, a passkey and an API key, written as they were written before. */
async function anOwnerOfBefore() {
  const [companyId, id, email] = [newId('cmp'), `stf_${randomBase62(22)}`, `${randomBase62(12).toLowerCase()}@firm.example`]
  const { emailIndex, emailSealed, masterKeyId } = sealAddress('staff_members', id, email)
  const { dataKey, sealed } = createStaffKey(id)
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query(`INSERT INTO companies (id, name, created_at) VALUES ($1, 'Firm', now())`, [companyId])
  await client.query(
    `INSERT INTO staff_members (id, company_id, email_index, email_sealed, master_key_id, data_key_sealed, name, role, password_hash, email_confirmed_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'Jo', 'owner', $7, now())`,
    [id, companyId, emailIndex, emailSealed, masterKeyId, sealed, await hashPassword(PASSWORD)],
  )
  await client.query(`INSERT INTO staff_totps (staff_id, secret_sealed, confirmed_at) VALUES ($1, $2, now())`, [
    id,
    dataKey.seal(secret, totpPlace({ realm: 'staff', id })),
  ])
  await client.query(
    `INSERT INTO staff_passkeys (credential_id, staff_id, public_key, counter, transports) VALUES ('credential', $1, 'key', 0, '{}')`,
    [id],
  )
  await client.query(`INSERT INTO staff_devices (staff_id, device_hash) VALUES ($1, 'browser')`, [id])
  await client.query(`INSERT INTO staff_sessions (id_hash, staff_id, expires_at) VALUES ('session', $1, now() + interval '1 day')`, [id])
  await client.query(
    `INSERT INTO api_keys (id, company_id, created_by_id, name, key_hash, pepper_id, last_four, created_at) VALUES ($1, $2, $3, 'Key', 'hash', $4, 'abcd', now())`,
    [newId('key'), companyId, id, issueSecret('sgk').pepperId],
  )
  await client.end()
  return { companyId, id, email, secret }
}

it('a member from before staff had a shard logs in as before, under an id that says it', async () => {
  const owner = await anOwnerOfBefore()
  await applyMigrations(process.env.DATABASE_URL as string, 'prisma/migrations')
  expect((await logInStaff(owner.email, PASSWORD, 'en', aStranger())).kind).toBe('wrong')
  await Promise.all([requireKnownKeys(), requireKnownKeys()])

  const member = await withDatabase((db) => db.staffMember.findFirstOrThrow({ where: { companyId: owner.companyId } }))
  expect(member).toMatchObject({ shard: shardOfCompany(owner.companyId), formerId: owner.id })
  expect([member.shard, member.id === owner.id]).toEqual([shardOf(member.id), false])

  const begun = await logInStaff(owner.email, PASSWORD, 'en', aStranger())
  expect(begun).toEqual({ kind: 'second_factor', id: member.id, accessVersion: 0 })
  const secret = await beginSecondFactor('staff', { id: member.id, accessVersion: 0 })
  const outcome = await answerSecondFactor(staffAccounts('en'), secret, await codeOfStep(owner.secret, 1), aStranger())
  expect(outcome).toMatchObject({ kind: 'ok', id: member.id })

  const response = { id: 'credential', response: { userHandle: Buffer.from(owner.id).toString('base64url') } }
  expect(await findNamedPasskey('staff', response as never)).toMatchObject({ id: member.id })
  expect(await withDatabase((db) => db.staffDevice.findMany({ select: { shard: true, staffId: true } }))).toEqual([
    { shard: member.shard, staffId: member.id },
  ])
  expect(await listApiKeys(owner.companyId)).toMatchObject([{ createdBy: 'Jo' }])
  expect(await withDatabase((db) => db.staffSession.count())).toBe(0)
  expect(await inviteMember(staffActor({ companyId: owner.companyId, staffId: member.id }), { email: 'new@firm.example', role: 'admin' }, 'en')).toBe(
    'done',
  )
})
