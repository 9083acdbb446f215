import { afterAll, expect, it } from 'vitest'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { aCompany } from '../../../e2e/fixtures/world'
import { decideVerification } from './decide-verification'
import { moveVerification } from './store'

afterAll(closeDatabase)

async function aPendingCompany() {
  const { actor } = await aCompany()
  await withDatabase((db) => moveVerification(db, actor.companyId, { from: 'unverified', to: 'pending', reason: null }))
  return actor.companyId
}
const stateOf = (id: string) =>
  withDatabase((db) => db.company.findUniqueOrThrow({ where: { id }, select: { verificationStatus: true, rejectionReason: true } }))

it('verifies a pending company, and tells it in the audit log', async () => {
  const id = await aPendingCompany()
  expect((await decideVerification(id, { event: 'verify' })).kind).toBe('decided')
  expect(await stateOf(id)).toEqual({ verificationStatus: 'verified', rejectionReason: null })
  const [line] = await withDatabase((db) => db.auditEvent.findMany({ where: { companyId: id }, orderBy: { id: 'desc' }, take: 1 }))
  expect(line).toMatchObject({
    actorKind: 'operator',
    action: 'company.verified',
    detail: { before: { verification_status: 'pending' }, after: { verification_status: 'verified' } },
  })
})

it('rejects with a reason, and takes a badge back with one', async () => {
  const id = await aPendingCompany()
  await decideVerification(id, { event: 'verify' })
  expect((await decideVerification(id, { event: 'reject', reason: 'The number is another company’s.' })).kind).toBe('decided')
  expect(await stateOf(id)).toEqual({ verificationStatus: 'rejected', rejectionReason: 'The number is another company’s.' })
})

it('decides nothing about a company that did not submit, and nothing about one that there is not', async () => {
  const { actor } = await aCompany()
  expect(await decideVerification(actor.companyId, { event: 'verify' })).toEqual({ kind: 'wrong_state', status: 'unverified' })
  expect(await decideVerification('cmp_unknown', { event: 'verify' })).toEqual({ kind: 'unknown' })
})

it('lets one of two answers given at the same moment stand, and tells the other', async () => {
  const id = await aPendingCompany()
  const outcomes = await Promise.all([decideVerification(id, { event: 'verify' }), decideVerification(id, { event: 'verify' })])
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['decided', 'wrong_state'])
})
