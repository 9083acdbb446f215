import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { aCompany } from '../../../e2e/fixtures/world'
import { decideVerification } from '../verification/decide-verification'
import { submitForVerification } from '../verification/submit-for-verification'
import { changeDetails } from './change-details'
import { readDetails } from './read-details'

afterAll(closeDatabase)

const DETAILS = {
  name: 'Larkspur',
  legal_name: 'Larkspur Books Ltd',
  registration_number: '0000123',
  country: 'PL',
  website: 'https://larkspur.example',
}

async function aCompanyThatIs(status: 'pending' | 'verified') {
  const { actor } = await aCompany()
  await changeDetails(actor, DETAILS, false)
  expect(await submitForVerification(actor)).toBe('submitted')
  if (status === 'verified') await decideVerification(actor.companyId, { event: 'verify' })
  return actor
}
const statusOf = async (companyId: string) => (await readDetails(companyId)).status

describe('a company that changes its details', () => {
  it.each(['pending', 'verified'] as const)(
    'and is %s is asked first, loses that state only when it agrees, and can submit again',
    async (status) => {
      const actor = await aCompanyThatIs(status)
      const renamed = { ...DETAILS, name: 'Somebody famous' }
      expect(await changeDetails(actor, renamed, false)).toEqual({ kind: 'needs_consent', status })
      expect((await readDetails(actor.companyId)).details.name).toBe('Larkspur')
      expect(await statusOf(actor.companyId)).toBe(status)

      expect(await changeDetails(actor, renamed, true)).toBe('saved')
      expect(await statusOf(actor.companyId)).toBe('unverified')
      expect(await submitForVerification(actor)).toBe('submitted')
    },
  )

  it('keeps the badge when only the website changes', async () => {
    const actor = await aCompanyThatIs('verified')
    expect(await changeDetails(actor, { ...DETAILS, website: null }, false)).toBe('saved')
    expect(await statusOf(actor.companyId)).toBe('verified')
  })

  it('and saves nothing new leaves no line in the audit log', async () => {
    const actor = await aCompanyThatIs('verified')
    const count = () => withDatabase((db) => db.auditEvent.count({ where: { companyId: actor.companyId } }))
    const before = await count()
    expect(await changeDetails(actor, DETAILS, true)).toBe('unchanged')
    expect(await count()).toBe(before)
  })

  it('never ends up verified with data the operator did not see, whoever is first', async () => {
    const actor = await aCompanyThatIs('pending')
    const renamed = { ...DETAILS, legal_name: 'Another Company Ltd' }
    const [, decided] = await Promise.all([changeDetails(actor, renamed, true), decideVerification(actor.companyId, { event: 'verify' })])
    const { status, details } = await readDetails(actor.companyId)
    expect(details.legal_name).toBe('Another Company Ltd')
    expect(status).toBe('unverified')
    if (decided.kind === 'decided') expect(decided.company.legalName).toBe('Larkspur Books Ltd')
  })
})

describe('a submission', () => {
  it('needs complete details', async () => {
    const { actor } = await aCompany()
    expect(await submitForVerification(actor)).toBe('incomplete')
    await changeDetails(actor, { ...DETAILS, country: null }, false)
    expect(await submitForVerification(actor)).toBe('incomplete')
    expect(await statusOf(actor.companyId)).toBe('unverified')
  })

  it('sent twice at once counts once', async () => {
    const { actor } = await aCompany()
    await changeDetails(actor, DETAILS, false)
    const outcomes = await Promise.all([submitForVerification(actor), submitForVerification(actor)])
    expect(outcomes.sort()).toEqual(['not_now', 'submitted'])
  })

  it('after a rejection ends it and hides its reason', async () => {
    const actor = await aCompanyThatIs('pending')
    await decideVerification(actor.companyId, { event: 'reject', reason: 'No such number.' })
    expect(await readDetails(actor.companyId)).toMatchObject({ status: 'rejected', reason: 'No such number.', canSubmit: true })
    await changeDetails(actor, { ...DETAILS, registration_number: '0000124' }, false)
    expect(await readDetails(actor.companyId)).toMatchObject({ status: 'rejected', reason: 'No such number.' })
    expect(await submitForVerification(actor)).toBe('submitted')
    expect(await readDetails(actor.companyId)).toMatchObject({ status: 'pending', reason: null })
  })
})
