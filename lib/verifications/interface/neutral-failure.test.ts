import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, transaction, withDatabase } from '#lib/core/db'
import { erasePerson } from '#lib/privacy/erase-person'
import { aReading, type Begun, NAMES, read, submitted, verified } from '../../../e2e/fixtures/verifications'
import { declineVerification } from '../page/begin-verification'
import { confirmReading } from '../page/confirm-reading'
import { visitVerification } from '../page/visit-verification'
import { settleReading } from '../worker/settle-reading'
import { getVerification } from './read-verifications'

afterAll(closeDatabase)

/** All a company can read of one of its sessions: the interface's answer, and every column of its audit log. */
async function seen({ company, id }: Begun): Promise<string> {
  const answer = await getVerification(company.actor, id)
  const audit = await withDatabase((db) => db.auditEvent.findMany({ where: { companyId: company.actor.companyId }, orderBy: { id: 'asc' } }))
  const lines = audit
    .filter(({ targetId }) => targetId === id)
    .map(({ action, actorKind, actorName, detail }) => ({ action, actorKind, actorName, detail }))
  return JSON.stringify({ answer, lines })
    .replaceAll(/"(ver|app|cli)_\w+"/g, '"id"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
}

/** What the person reads about why it ended. */
const told = async ({ visitor }: Begun) => (await visitVerification(visitor.token, visitor.userId))?.failure

describe('a document that another account verified', () => {
  it('looks to the company like one whose owner did not confirm it, at every moment', async () => {
    const document = aReading()
    await verified(document)
    const [taken, free] = [await read(document), await read(aReading())]
    expect(await seen(taken)).toBe(await seen(free))
    for (const world of [taken, free]) await declineVerification(world.visitor.token, world.visitor.userId)
    expect(await seen(taken)).toBe(await seen(free))
    expect(await getVerification(taken.company.actor, taken.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'not_possible', retryable: false },
    })
    expect([await told(taken), await told(free)]).toEqual(['document_already_linked', 'declined_after_reading'])
  })

  it('is won by exactly one of two that confirm it at the same moment; the other ends in not_possible', async () => {
    const document = aReading()
    const worlds = [await submitted(), await submitted(), await submitted()]
    for (const { id } of worlds) await settleReading(id, 1, document)
    await Promise.all(worlds.map(({ visitor }) => confirmReading(visitor, NAMES)))
    const all = await Promise.all(worlds.map(({ company, id }) => getVerification(company.actor, id)))
    expect(all.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'verified'])
    for (const { status, failure } of all) if (status === 'failed') expect(failure).toEqual({ code: 'not_possible', retryable: false })
  })

  it('is free again for everybody, and no company is told, once the account that had it is gone', async () => {
    const document = aReading()
    const first = await verified(document)
    const before = await seen(first)
    await transaction((tx) => erasePerson(tx, first.person.id))
    expect(await seen(first)).toBe(before)
    const second = await verified(document)
    expect((await getVerification(second.company.actor, second.id)).status).toBe('verified')
  })
})

it('what was read and then declined says not_possible; what was declined before says consent_declined', async () => {
  const [early, late] = [await submitted(), await read(aReading())]
  await settleReading(early.id, 1, { ok: false, failure: 'glare' })
  for (const world of [early, late]) await declineVerification(world.visitor.token, world.visitor.userId)
  const codes = await Promise.all([early, late].map(async ({ company, id }) => (await getVerification(company.actor, id)).failure?.code))
  expect(codes).toEqual(['consent_declined', 'not_possible'])
})
