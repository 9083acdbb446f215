import { afterAll, expect, it } from 'vitest'
import { auditVerify } from '#lib/admin/commands/audit-verify'
import { updateApp } from '#lib/apps/update-app'
import { changeRole, removeMember } from '#lib/companies/members/change-member'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { aCompany, aMember, anApp } from '../../../e2e/fixtures/world'
import { listAudit } from '../list-audit'
import { chainAudit } from './chain-audit'
import { verifyChain } from './verify-chain'

afterAll(closeDatabase)

const ALL = { action: null, actorKind: null, actorId: null, targetId: null, from: null, to: null }
const run = (text: string, values: unknown[]) => sql.query(statement<object>(`test_${randomBase62(8)}`, text), values)
const linesOf = (companyId: string) => withDatabase((db) => db.auditEvent.findMany({ where: { companyId }, orderBy: { id: 'asc' } }))

/** A company with a log of some lines, each bound. */
async function aLog() {
  const company = await aCompany()
  const app = await anApp(company)
  for (const name of ['One', 'Two', 'Three']) await updateApp(company.actor, app.id, { name })
  await chainAudit()
  const { companyId } = company.actor
  return { companyId, lines: await linesOf(companyId) }
}

it('what a line is about keeps the name it had, renamed or gone', async () => {
  const company = await aCompany()
  const app = await anApp(company)
  const before = app.name
  await updateApp(company.actor, app.id, { name: 'Renamed' })
  const member = await aMember(company, 'developer', 'Bo Lint')
  await changeRole(company.actor, member.actor.id as string, 'admin')
  await removeMember(company.actor, member.actor.id as string)
  const { lines } = await listAudit(company.actor.companyId, ALL, undefined)
  const named = (action: string) => lines.filter((line) => line.action === action).map(({ target }) => target.name)
  expect([named('app.created'), named('app.updated')]).toEqual([[before], ['Renamed']])
  expect([named('member.role_changed'), named('member.removed')]).toEqual([['Bo Lint'], ['Bo Lint']])
})

it('a log that nobody touched is whole, also when it is bound by several at once and grows', async () => {
  const { companyId, lines } = await aLog()
  const app = await withDatabase((db) => db.app.findFirstOrThrow({ where: { companyId } }))
  const actor = { companyId, kind: 'system', id: null } as never
  await updateApp(actor, app.id, { name: 'Four' })
  await Promise.all([chainAudit(), chainAudit(), chainAudit()])
  expect(await verifyChain(companyId)).toEqual({ lines: lines.length + 1, pruned: 0, brokenAt: null })
})

it.each([
  ['changed', `UPDATE audit_events SET action = 'app.created' WHERE id = $1 AND company_id = $2`],
  ['given to somebody else', `UPDATE audit_events SET actor_name = 'Nobody' WHERE id = $1 AND company_id = $2`],
  ['dated back', `UPDATE audit_events SET created_at = created_at - interval '1 day' WHERE id = $1 AND company_id = $2`],
  ['said to change something else', `UPDATE audit_events SET detail = '{}' WHERE id = $1 AND company_id = $2`],
])('a line that was %s shows', async (_, text) => {
  const { companyId, lines } = await aLog()
  const second = lines[1]?.id
  await run(text, [second, companyId])
  expect(await verifyChain(companyId)).toEqual({ lines: 1, pruned: 0, brokenAt: String(second) })
  await expect(auditVerify.run([], { company: companyId })).rejects.toThrow(`line ${second}, after 1 whole ones`)
})

it('lines that were taken out show, in the middle and at the end, and so do two that changed places', async () => {
  const [middle, end, swapped] = [await aLog(), await aLog(), await aLog()]
  await run('DELETE FROM audit_events WHERE id = $1 AND company_id = $2', [middle.lines[1]?.id, middle.companyId])
  expect((await verifyChain(middle.companyId)).brokenAt).toBe(String(middle.lines[2]?.id))
  await run('DELETE FROM audit_events WHERE id = $1 AND company_id = $2', [end.lines.at(-1)?.id, end.companyId])
  expect((await verifyChain(end.companyId)).brokenAt).toBe('end')
  const [one, two] = swapped.lines.slice(1, 3)
  for (const [id, position] of [
    [one?.id, -1n],
    [two?.id, one?.position],
    [one?.id, two?.position],
  ])
    await run('UPDATE audit_events SET position = $2 WHERE id = $1 AND company_id = $3', [id, position, swapped.companyId])
  expect((await verifyChain(swapped.companyId)).brokenAt).toBe(String(two?.id))
})
