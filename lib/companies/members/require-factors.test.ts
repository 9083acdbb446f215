import { afterAll, expect, it } from 'vitest'
import { removeTotp } from '#lib/accounts/factors/remove-totp'
import { removePasskey } from '#lib/accounts/passkeys/remove-passkey'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { readStaffSessionRow } from '#lib/session/staff-session-store'
import { aSessionOf, mailsOf, sessionsOf, type TestAccount, withPasskey, withTotp } from '../../../e2e/fixtures/accounts'
import { aCompany, aMember } from '../../../e2e/fixtures/world'
import { staffAccounts } from '../staff'
import { requireFactors } from './require-factors'
import { resetFactors } from './reset-factors'

afterAll(closeDatabase)

const MFA = ['pwd', 'otp', 'mfa']

type Known = Awaited<ReturnType<typeof aCompany>> | Awaited<ReturnType<typeof aMember>>

const accountOf = ({ actor, email, password }: Known): TestAccount => ({
  realm: 'staff',
  accounts: staffAccounts('en') as TestAccount['accounts'],
  id: actor.id as string,
  email,
  password,
})

/** A company whose owner logs in with one-time codes, and a developer who does not. */
async function twoMembers() {
  const company = await aCompany()
  const [owner, developer] = [accountOf(company), accountOf(await aMember(company, 'developer'))]
  const hash = await aSessionOf(owner)
  await withTotp(owner, hash)
  return { company, owner: { ...owner, hash }, developer, actor: { ...company.actor, amr: MFA } }
}

const demandOf = async (hash: Buffer<ArrayBuffer>) => (await readStaffSessionRow(hash, 3600, 86400))?.demand
const auditOf = async (companyId: string) =>
  (await withDatabase((db) => db.auditEvent.findMany({ where: { companyId }, select: { action: true } }))).map(({ action }) => action)

it('who requires it must have one and have used it; nobody but an owner requires it', async () => {
  const company = await aCompany()
  const owner = accountOf(company)
  expect(await requireFactors({ ...company.actor, amr: MFA }, true, 'en')).toBe('no_factor')
  await withTotp(owner, await aSessionOf(owner))
  expect(await requireFactors({ ...company.actor, amr: ['pwd'] }, true, 'en')).toBe('not_used')
  const admin = await aMember(company, 'admin')
  expect(await requireFactors({ ...admin.actor, amr: MFA }, true, 'en')).toBe('forbidden')
  expect(await requireFactors({ ...company.actor, amr: MFA }, true, 'en')).toBe('done')
})

it('holds from the next click: a member without one is to set one up, and is told by mail; who used theirs goes on', async () => {
  const { actor, owner, developer } = await twoMembers()
  const at = await aSessionOf(developer)
  expect([await demandOf(at), await demandOf(owner.hash)]).toEqual([null, null])
  expect(await requireFactors(actor, true, 'en')).toBe('done')
  expect([await demandOf(at), await demandOf(owner.hash)]).toEqual(['set_up', null])
  expect([(await mailsOf(developer, 'factor_required')).length, (await mailsOf(owner, 'factor_required')).length]).toEqual([1, 0])
  await withTotp(developer, at)
  expect(await demandOf(at)).toBeNull()
  expect(await requireFactors(actor, false, 'en')).toBe('done')
  expect(await auditOf(actor.companyId)).toEqual(
    expect.arrayContaining(['company.factors_required', 'staff.totp_enabled', 'company.factors_optional']),
  )
})

it('a password alone sets up no second factor beside one that is there: it has to be brought', async () => {
  const { actor, developer } = await twoMembers()
  await withPasskey(developer)
  await requireFactors(actor, true, 'en')
  expect(await demandOf(await aSessionOf(developer))).toBe('prove')
})

it('the last second factor stays while it is required, also when both are removed at the same moment', async () => {
  const { actor, owner } = await twoMembers()
  const credentialId = await withPasskey(owner)
  await requireFactors(actor, true, 'en')
  const outcomes = await Promise.all([
    removeTotp(owner.accounts, owner.id, owner.hash, owner.password),
    removePasskey(owner.accounts, owner.id, owner.hash, credentialId),
  ])
  expect(outcomes.filter((outcome) => outcome === 'removed')).toHaveLength(1)
  expect(await removePasskey(owner.accounts, owner.id, owner.hash, credentialId)).not.toBe('removed')
})

it('a lost one is reset by those who may place the member; sessions end, the member is told, the password stays', async () => {
  const { company, owner, developer } = await twoMembers()
  await withTotp(developer, await aSessionOf(developer))
  const admin = await aMember(company, 'admin')
  expect(await resetFactors({ ...company.actor, id: developer.id }, owner.id, 'en')).toBe('forbidden')
  expect(await resetFactors(admin.actor, owner.id, 'en')).toBe('forbidden')
  expect(await resetFactors(company.actor, owner.id, 'en')).toBe('forbidden')
  expect(await resetFactors((await aCompany()).actor, developer.id, 'en')).toBe('unknown')
  expect(await resetFactors(admin.actor, developer.id, 'en')).toBe('done')
  expect(await sessionsOf(developer)).toEqual([])
  expect(await mailsOf(developer, 'factors_reset')).toHaveLength(1)
  expect(await auditOf(company.actor.companyId)).toContain('member.factors_reset')
  expect(await resetFactors(admin.actor, developer.id, 'en')).toBe('unchanged')
})
