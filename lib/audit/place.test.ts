import type { IncomingMessage } from 'node:http'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { afterAll, expect, it, vi } from 'vitest'
import { proveByPassword } from '#lib/accounts/credentials/prove'
import { logInStaff } from '#lib/companies/log-in-staff'
import { logInStaffWithPasskey } from '#lib/companies/log-in-staff-with-passkey'
import { staffAccounts } from '#lib/companies/staff'
import { answerKnowing } from '#lib/core/client'
import { closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { aSessionOf } from '../../e2e/fixtures/accounts'
import { aCompany } from '../../e2e/fixtures/world'
import type { AuditAction } from './actions'
import { chainAudit } from './chain/chain-audit'
import { verifyChain } from './chain/verify-chain'
import { listAudit } from './list-audit'
import { type ExportedRow, toOcsf } from './ocsf'
import { type AuditActor, recordAudit } from './store'

afterAll(closeDatabase)

const ALL = { action: null, actorKind: null, actorId: null, targetId: null, from: null, to: null }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0'

const from = <Result>(address: string, userAgent: string, act: () => Result): Result =>
  answerKnowing({ socket: { remoteAddress: address }, headers: { 'user-agent': userAgent } } as unknown as IncomingMessage, act)

const write = (actor: AuditActor, action: AuditAction) =>
  transaction((tx) => recordAudit(tx, actor, { action, target: { kind: 'app', id: 'app_x' } }))

const placesOf = async (companyId: string) =>
  (await listAudit(companyId, ALL, undefined)).lines.filter(({ target }) => target.id === 'app_x').map(({ place }) => place)

it('a line tells the network and the kind of program of whoever acts for the company, never an address or a version', async () => {
  const { actor } = await aCompany()
  await from('203.0.113.77', FIREFOX, () => write(actor, 'app.updated'))
  await from('2001:db8:7:1234::5', 'python-requests/2.32.3 secret', () => write({ ...actor, kind: 'api_key', id: 'key_x' }, 'app.updated'))
  expect(await placesOf(actor.companyId)).toEqual([
    { network: '2001:db8:7::/48', software: 'Requests (Python)' },
    { network: '203.0.113.0/24', software: 'Firefox, Linux' },
  ])
})

it('what a person, the service or the operator causes has no place: where people are is not the company’s to know', async () => {
  const { actor } = await aCompany()
  for (const kind of ['system', 'operator']) {
    await from('203.0.113.77', FIREFOX, () => write({ companyId: actor.companyId, kind, id: null }, 'verification.verified'))
  }
  expect(await placesOf(actor.companyId)).toEqual([null, null])
})

it('a copy of the database without the keys tells no place, and a place that was changed shows', async () => {
  const { actor } = await aCompany()
  await from('203.0.113.77', FIREFOX, () => write(actor, 'app.updated'))
  await chainAudit()
  const copy = await sql.query(statement<object>('test_place_copy', 'SELECT e::text AS line FROM audit_events e WHERE company_id = $1'), [
    actor.companyId,
  ])
  expect(JSON.stringify(copy)).not.toMatch(/203\.0\.113|Firefox/)
  expect(await verifyChain(actor.companyId)).toMatchObject({ brokenAt: null })
  await sql.query(
    statement<object>('test_place_change', `UPDATE audit_events SET place_sealed = '\\x00' WHERE company_id = $1 AND target_id = 'app_x'`),
    [actor.companyId],
  )
  expect((await verifyChain(actor.companyId)).brokenAt).not.toBeNull()
})

it('a failed log-in of staff is a line with where it came from, of nobody in particular, and of an unknown address there is none', async () => {
  const company = await aCompany()
  const tryAs = (email: string) => from('198.51.100.9', FIREFOX, () => logInStaff(email, 'not the password at all', 'en', { network: email }))
  expect(await tryAs(company.email)).toEqual({ kind: 'wrong' })
  expect(await tryAs(`nobody-${company.email}`)).toEqual({ kind: 'wrong' })
  const failed = async () => (await listAudit(company.actor.companyId, { ...ALL, action: 'staff.log_in_failed' }, undefined)).lines
  await vi.waitFor(async () => expect(await failed()).toHaveLength(1), { timeout: 60_000 })
  expect((await failed())[0]).toMatchObject({
    actor: { kind: 'system', id: null },
    target: { kind: 'staff', id: company.actor.id },
    place: { network: '198.51.100.0/24', software: 'Firefox, Linux' },
    changes: [{ field: 'by', before: undefined, after: 'password' }],
  })
})

it('a passkey that does not hold and a proof that fails are lines too, with where that was, also in the export', async () => {
  const company = await aCompany()
  const [staffId, accounts] = [String(company.actor.id), staffAccounts('en')]
  const hash = await aSessionOf({ realm: 'staff', id: staffId })
  const id = randomBase62(22)
  await sql.query(
    statement<object>(
      'test_place_passkey',
      `INSERT INTO staff_passkeys (shard, credential_id, staff_id, public_key, counter, created_at) VALUES ($3, $1, $2, '\\x00', 0, clock_timestamp())`,
    ),
    [id, staffId, shardOf(staffId)],
  )
  const forged = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { userHandle: Buffer.from(staffId).toString('base64url') },
  } as unknown as AuthenticationResponseJSON
  expect(await from('198.51.100.9', FIREFOX, () => logInStaffWithPasskey(forged))).toBeNull()
  expect(await from('198.51.100.9', FIREFOX, () => logInStaffWithPasskey({ ...forged, id: randomBase62(22) }))).toBeNull()
  expect(await from('198.51.100.9', FIREFOX, () => proveByPassword(accounts, staffId, hash, 'not the password at all'))).toBe('wrong')
  const lines = async () => (await listAudit(company.actor.companyId, ALL, undefined)).lines.filter(({ action }) => action.endsWith('_failed'))
  await vi.waitFor(async () => expect(await lines()).toHaveLength(2), { timeout: 60_000 })
  const place = { network: '198.51.100.0/24', software: 'Firefox, Linux' }
  expect((await lines()).map((line) => [line.action, line.changes[0]?.after, line.actor.id, line.place])).toEqual([
    ['staff.proof_failed', 'password', null, place],
    ['staff.log_in_failed', 'passkey', null, place],
  ])
  const [row] = await sql.query(
    statement<ExportedRow>('test_place_exported', `SELECT * FROM audit_events WHERE company_id = $1 AND action = 'staff.proof_failed'`),
    [company.actor.companyId],
  )
  expect(row && toOcsf(row).unmapped).toMatchObject({ place })
})
