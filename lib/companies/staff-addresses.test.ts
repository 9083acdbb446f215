import { afterAll, describe, expect, it, vi } from 'vitest'
import { claimAddress, requireAddress } from '#lib/accounts/addresses/claim-address'
import { findByAddress } from '#lib/accounts/addresses/find-holder'
import { sweepAddresses, withAddress } from '#lib/accounts/addresses/settle-addresses'
import { addressLines } from '#lib/accounts/testing/address-lines'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { UnavailableError } from '#lib/core/errors'
import { randomBase62 } from '#lib/core/random-id'
import { newIdOn, shardOfCompany, shardOfHash } from '#lib/core/shard'
import { readOutbox } from '#lib/mail/read-outbox'
import { aCompany, aMember, type TestCompany } from '../../e2e/fixtures/world'
import { confirmStaff } from './confirm-staff'
import { logInStaff } from './log-in-staff'
import { acceptInvite } from './members/accept-invite'
import { removeMember } from './members/change-member'
import { inviteMember } from './members/invite-member'
import { insertMember } from './members/store'
import { registerCompany } from './register-company'
import { staffIndex } from './staff-address'
import { STAFF_ADDRESSES } from './staff-addresses'
import { findStaffForLogIn } from './staff-store'

afterAll(closeDatabase)

const PASSWORD = 'the gravel sings at noon'
const anAddress = () => `${randomBase62(12).toLowerCase()}@firm.example`
const newMember = ({ actor }: TestCompany) => newIdOn('stf', shardOfCompany(actor.companyId))
const register = (email: string) => registerCompany({ company: 'Firm', name: 'Jo', email, password: PASSWORD }, 'en', aStranger())
const isIn = async (email: string) => (await logInStaff(email, PASSWORD, 'en', aStranger())).kind

const ask = <Row extends object>(name: string, text: string, values: unknown[]) => sql.query(statement<Row>(`test_${name}`, text), values)
const { lineOf, later } = addressLines(STAFF_ADDRESSES)
const mailTo = async (email: string, kind: string) => (await readOutbox(2000)).filter((mail) => mail.to === email && mail.kind === kind)
const tokenTo = async (email: string, kind: string) => (await mailTo(email, kind))[0]?.text.match(/\/company\/\w+\/(\S+)/)?.[1] ?? ''

describe('the address of a member of staff', () => {
  it('is nobody’s when the process dies before the member is written, free in half a minute, and swept away', async () => {
    const [company, email] = [await aCompany(), anAddress()]
    expect(await claimAddress(STAFF_ADDRESSES, email, newMember(company))).toMatchObject({ kind: 'claimed' })
    expect([await findByAddress(STAFF_ADDRESSES, email), await isIn(email)]).toEqual([null, 'wrong'])
    expect(await claimAddress(STAFF_ADDRESSES, email, newMember(company))).toEqual({ kind: 'busy' })
    await later(email)
    await sweepAddresses('staff')
    expect(await lineOf(email)).toBeUndefined()
    expect(await claimAddress(STAFF_ADDRESSES, email, newMember(company))).toMatchObject({ kind: 'claimed' })
  })

  it('leads to the member also when nobody knows whether they were written, and the sweep settles it', async () => {
    const [company, email] = [await aCompany(), anAddress()]
    const id = newMember(company)
    const address = await requireAddress(STAFF_ADDRESSES, email, id)
    const member = { companyId: company.actor.companyId, email, name: 'Jo', role: 'admin', passwordHash: '-' } as const
    const unanswered = withAddress(address, async () => {
      await transaction((tx) => insertMember(tx, address, member))
      throw new UnavailableError()
    })
    await expect(unanswered).rejects.toThrow(UnavailableError)
    expect(await findByAddress(STAFF_ADDRESSES, email)).toEqual({ id, isConfirmed: true })
    expect((await lineOf(email))?.check_at).not.toBeNull()
    await later(email)
    await sweepAddresses('staff')
    expect(await lineOf(email)).toEqual({ id, check_at: null })
  })

  it('is given back at once when the member’s transaction is undone', async () => {
    const [company, email] = [await aCompany(), anAddress()]
    const address = await requireAddress(STAFF_ADDRESSES, email, newMember(company))
    const undone = withAddress(address, () =>
      transaction(async () => {
        throw new Error('killed')
      }),
    )
    await expect(undone).rejects.toThrow('killed')
    expect(await lineOf(email)).toBeUndefined()
  })

  it('is looked for with as many statements as one that is nobody’s', async () => {
    const member = await aMember(await aCompany(), 'developer')
    const asked = vi.spyOn(sql, 'query')
    const statementsOf = async (email: string) => {
      asked.mockClear()
      const found = await findStaffForLogIn(email, null)
      return { isFound: found !== null, names: asked.mock.calls.map(([{ name }]) => name) }
    }
    const [known, unknown] = [await statementsOf(member.email), await statementsOf(anAddress())]
    asked.mockRestore()
    expect([known.isFound, unknown.isFound]).toEqual([true, false])
    expect(known.names).toEqual(['find_addresses_staff', 'find_staff_for_log_in'])
    expect(unknown.names).toEqual(known.names)
  })

  it('is free once they leave', async () => {
    const member = await aMember(await aCompany(), 'developer')
    expect((await lineOf(member.email))?.check_at).toBeNull()
    expect(await removeMember(member.actor, member.actor.id as string)).toBe('done')
    expect(await lineOf(member.email)).toBeUndefined()
  })
})

describe('one address', () => {
  it('registered by many at once makes one company, and one mail', async () => {
    const email = anAddress()
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => register(email)))
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['mailed']))
    const found = await ask<{ id: string }>('members_of', 'SELECT id FROM staff_members WHERE email_index = $1', [staffIndex(email)])
    expect(found).toEqual([{ id: (await findByAddress(STAFF_ADDRESSES, email))?.id }])
    expect(await mailTo(email, 'staff_confirm')).toHaveLength(1)
  })

  it('invited to two companies and accepted in both at once is a member of one', async () => {
    const [email, companies] = [anAddress(), [await aCompany(), await aCompany()]]
    const tokens: string[] = []
    for (const { actor } of companies) {
      expect(await inviteMember(actor, { email, role: 'developer' }, 'en')).toBe('done')
      const mails = await mailTo(email, 'staff_invite')
      tokens.push(...mails.map(({ text }) => text.match(/\/company\/join\/(\S+)/)?.[1] ?? '').filter((token) => !tokens.includes(token)))
    }
    expect(tokens).toHaveLength(2)
    const outcomes = await Promise.all(tokens.map((token) => acceptInvite(token, { name: 'Jo', password: PASSWORD })))
    expect(outcomes.filter(({ kind }) => kind === 'ok')).toHaveLength(1)
    expect(await ask('members_of', 'SELECT id FROM staff_members WHERE email_index = $1', [staffIndex(email)])).toHaveLength(1)
    expect(await isIn(email)).toBe('ok')
  })

  it('that is another’s by now is not confirmed by whoever registered it', async () => {
    const [company, email] = [await aCompany(), anAddress()]
    const registered = await register(email)
    if (registered.kind !== 'mailed') throw new Error(registered.kind)
    const token = await tokenTo(email, 'staff_confirm')
    await ask('take_over', 'UPDATE staff_directory SET staff_id = $3, claimed_at = clock_timestamp() WHERE shard = $1 AND email_index = $2', [
      shardOfHash(staffIndex(email)),
      staffIndex(email),
      newMember(company),
    ])
    expect(await confirmStaff(token, registered.browserSecret, '')).toEqual({ kind: 'expired' })
    await later(email)
    expect(await confirmStaff(token, registered.browserSecret, '')).toMatchObject({ kind: 'ok' })
    expect(await isIn(email)).toBe('ok')
  })
})
