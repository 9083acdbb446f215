import { afterAll, describe, expect, it } from 'vitest'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { readOutbox } from '#lib/mail/read-outbox'
import { aCompany, aMember } from '../../../e2e/fixtures/world'
import { registerCompany } from '../register-company'
import type { CompanyActor } from '../schema'
import { staffIndex } from '../staff-address'
import { acceptInvite, readInvite } from './accept-invite'
import { changeRole, removeMember } from './change-member'
import { inviteMember, resendInvite, withdrawInvite } from './invite-member'
import { readMembers } from './read-members'

afterAll(closeDatabase)

const rolesIn = async (companyId: string) => (await readMembers(companyId)).members.map(({ role }) => role).sort()
const anAddress = () => `${randomBase62(12).toLowerCase()}@invited.example`
const PASSWORD = 'gravel sings at noon'

async function tokenFor(email: string): Promise<string> {
  const mail = (await readOutbox(2000)).find(({ to, kind }) => to === email && kind === 'staff_invite')
  return mail?.text.match(/\/company\/join\/(\S+)/)?.[1] ?? ''
}

async function anInvite(actor: CompanyActor, role: 'owner' | 'admin' | 'developer' = 'developer', email = anAddress()) {
  expect(await inviteMember(actor, { email, role }, 'en')).toBe('done')
  const { invites } = await readMembers(actor.companyId)
  return { email, token: await tokenFor(email), id: invites.find((invite) => invite.email === email)?.id ?? '' }
}

describe('the last owner', () => {
  it.each([1, 2, 3, 4, 5])('is kept when two owners demote each other at the same moment (%i)', async () => {
    const company = await aCompany()
    const second = await aMember(company, 'owner')
    const outcomes = await Promise.all([
      changeRole(company.actor, second.actor.id as string, 'developer'),
      changeRole(second.actor, company.actor.id as string, 'developer'),
    ])
    expect(outcomes.sort()).toEqual(['done', 'forbidden'])
    expect(await rolesIn(company.actor.companyId)).toEqual(['developer', 'owner'])
  })

  it('is kept when both leave, step down or remove each other, all at once', async () => {
    const company = await aCompany()
    const second = await aMember(company, 'owner')
    const [a, b] = [company.actor, second.actor]
    await Promise.all([
      removeMember(a, a.id as string),
      removeMember(b, b.id as string),
      changeRole(a, a.id as string, 'admin'),
      changeRole(b, b.id as string, 'admin'),
      removeMember(a, b.id as string),
      removeMember(b, a.id as string),
    ])
    expect((await rolesIn(a.companyId)).filter((role) => role === 'owner')).toHaveLength(1)
  })
})

describe('a member', () => {
  it('who is removed loses every session at once and cannot act any more', async () => {
    const company = await aCompany()
    const admin = await aMember(company, 'admin')
    const hash = Buffer.from(randomBase62(20))
    await withDatabase((db) =>
      db.staffSession.create({
        data: { shard: shardOf(admin.actor.id as string), idHash: hash, staffId: admin.actor.id as string, expiresAt: new Date(Date.now() + 1e6) },
      }),
    )
    expect(await removeMember(company.actor, admin.actor.id as string)).toBe('done')
    expect(await withDatabase((db) => db.staffSession.count({ where: { idHash: hash } }))).toBe(0)
    expect(await removeMember(admin.actor, company.actor.id as string)).toBe('forbidden')
    expect(await inviteMember(admin.actor, { email: anAddress(), role: 'developer' }, 'en')).toBe('forbidden')
  })

  it('of another company is unknown, and stays as it was', async () => {
    const [mine, theirs] = [await aCompany(), await aCompany()]
    await aMember(theirs, 'owner')
    expect(await changeRole(mine.actor, theirs.actor.id as string, 'developer')).toBe('unknown')
    expect(await removeMember(mine.actor, theirs.actor.id as string)).toBe('unknown')
    expect(await rolesIn(theirs.actor.companyId)).toEqual(['owner', 'owner'])
  })

  it('keeps a name in the audit log after leaving', async () => {
    const company = await aCompany()
    const admin = await aMember(company, 'admin', 'Ada Quill')
    await inviteMember(admin.actor, { email: anAddress(), role: 'developer' }, 'en')
    await removeMember(admin.actor, admin.actor.id as string)
    const lines = await withDatabase((db) => db.auditEvent.findMany({ where: { companyId: company.actor.companyId, actorId: admin.actor.id } }))
    expect(lines.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['member.invited', 'Ada Quill'],
      ['member.left', 'Ada Quill'],
    ])
  })
})

describe('an invitation', () => {
  it('makes a confirmed member of the role it names, once, however often it is accepted at the same moment', async () => {
    const { actor } = await aCompany()
    const { token } = await anInvite(actor, 'admin')
    const outcomes = await Promise.all([1, 2, 3].map((n) => acceptInvite(token, { name: `New ${n}`, password: PASSWORD })))
    expect(outcomes.filter(({ kind }) => kind === 'ok')).toHaveLength(1)
    expect(await rolesIn(actor.companyId)).toEqual(['admin', 'owner'])
    expect(await readInvite(token)).toBeNull()
  })

  it('ends after seven days', async () => {
    const { actor } = await aCompany()
    const { token, id } = await anInvite(actor)
    const [life] = await sql.query(
      statement<{ seconds: number }>(
        'test_invite_life',
        'SELECT extract(epoch FROM expires_at - created_at)::float8 AS seconds FROM staff_invites WHERE id = $1',
      ),
      [id],
    )
    expect(life?.seconds).toBeCloseTo(7 * 24 * 3600, 0)
    await sql.query(
      statement<object>('test_end_invite', `UPDATE staff_invites SET expires_at = clock_timestamp() - interval '1 millisecond' WHERE id = $1`),
      [id],
    )
    expect(await readInvite(token)).toBeNull()
    expect(await acceptInvite(token, { name: 'Late', password: PASSWORD })).toEqual({ kind: 'expired' })
    expect((await readMembers(actor.companyId)).invites).toEqual([])
  })

  it('that is sent again or withdrawn ends the link before it, and the mail that waited', async () => {
    const { actor } = await aCompany()
    const first = await anInvite(actor)
    expect(await resendInvite(actor, first.id, 'pl')).toBe('done')
    expect(await readInvite(first.token)).toBeNull()
    const again = { token: await tokenFor(first.email), id: (await readMembers(actor.companyId)).invites[0]?.id ?? '' }
    expect(await readInvite(again.token)).toMatchObject({ email: first.email, hasAccount: false })
    expect((await readOutbox(2000)).filter(({ to }) => to === first.email)).toHaveLength(1)

    expect(await withdrawInvite(actor, again.id)).toBe('done')
    expect(await readInvite(again.token)).toBeNull()
    expect((await readOutbox(2000)).filter(({ to }) => to === first.email)).toEqual([])
  })

  it('of another company can be neither sent again nor withdrawn', async () => {
    const [mine, theirs] = [await aCompany(), await aCompany()]
    const { id, token } = await anInvite(theirs.actor)
    expect([await resendInvite(mine.actor, id, 'en'), await withdrawInvite(mine.actor, id)]).toEqual(['unknown', 'unknown'])
    expect(await readInvite(token)).not.toBeNull()
  })

  it('is given by owners and admins only, and to an owner by an owner only', async () => {
    const company = await aCompany()
    const [admin, developer] = [await aMember(company, 'admin'), await aMember(company, 'developer')]
    expect(await inviteMember(admin.actor, { email: anAddress(), role: 'owner' }, 'en')).toBe('forbidden')
    expect(await inviteMember(developer.actor, { email: anAddress(), role: 'developer' }, 'en')).toBe('forbidden')
    const { id } = await anInvite(company.actor, 'owner')
    expect([await resendInvite(admin.actor, id, 'en'), await withdrawInvite(admin.actor, id)]).toEqual(['forbidden', 'forbidden'])
  })

  it('does not tell the company of an account elsewhere; its owner sees it behind the link, and can come once they left there', async () => {
    const [mine, theirs] = [await aCompany(), await aCompany()]
    const worker = await aMember(theirs, 'developer')
    const { token } = await anInvite(mine.actor, 'developer', worker.email)
    expect(await readInvite(token)).toMatchObject({ hasAccount: true })
    expect(await acceptInvite(token, { name: 'Jo', password: PASSWORD })).toEqual({ kind: 'has_account' })
    expect(await removeMember(worker.actor, worker.actor.id as string)).toBe('done')
    expect(await acceptInvite(token, { name: 'Jo', password: PASSWORD })).toMatchObject({ kind: 'ok' })
  })

  it('takes an address over from a registration that nobody ever confirmed', async () => {
    const { actor } = await aCompany()
    const email = anAddress()
    await registerCompany({ company: 'Squatter', name: 'Nobody', email, password: PASSWORD }, 'en', aStranger())
    const { token } = await anInvite(actor, 'developer', email)
    expect(await readInvite(token)).toMatchObject({ hasAccount: false })
    expect(await acceptInvite(token, { name: 'Jo', password: PASSWORD })).toMatchObject({ kind: 'ok' })
    expect(await withDatabase((db) => db.company.count({ where: { name: 'Squatter', staff: { some: { emailIndex: staffIndex(email) } } } }))).toBe(0)
  })

  it('tells the company when the address is a member already', async () => {
    const company = await aCompany()
    expect(await inviteMember(company.actor, { email: company.email, role: 'admin' }, 'en')).toBe('already_member')
  })
})
