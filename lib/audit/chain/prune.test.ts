import { afterAll, expect, it } from 'vitest'
import { updateApp } from '#lib/apps/update-app'
import { keepAudit } from '#lib/companies/audit/keep-audit'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { aCompany, anApp } from '../../../e2e/fixtures/world'
import { chainAudit } from './chain-audit'
import { pruneAudit } from './prune-audit'
import { verifyChain } from './verify-chain'

afterAll(closeDatabase)

const run = (text: string, values: unknown[]) => sql.query(statement<{ id: string; at: Date }>(`test_${randomBase62(8)}`, text), values)
const prune = () => pruneAudit(new AbortController().signal)
const idsOf = async (companyId: string) =>
  (await run('SELECT id::text AS id, created_at AS at FROM audit_events WHERE company_id = $1 ORDER BY position', [companyId])).map(({ id }) => id)

/** A company with a bound log, of which the first `old` lines were written 13 months ago. */
async function anOldLog(old: number): Promise<Awaited<ReturnType<typeof tryOldLog>> & object> {
  // Whoever binds the log at the same moment is faster now and then: another company's is tried.
  for (;;) {
    const log = await tryOldLog(old)
    if (log) return log
  }
}

async function tryOldLog(old: number) {
  const company = await aCompany()
  const { companyId } = company.actor
  const app = await anApp(company)
  for (const name of ['One', 'Two', 'Three']) await updateApp(company.actor, app.id, { name })
  const aged = await run(
    `UPDATE audit_events SET created_at = created_at - interval '13 months'
     WHERE company_id = $1 AND id = ANY(ARRAY(SELECT id FROM audit_events WHERE company_id = $1 AND position IS NULL ORDER BY id LIMIT $2)) RETURNING id, created_at AS at`,
    [companyId, old],
  )
  const [{ placed } = { placed: 0 }] = (await sql.query(
    statement<{ placed: number }>(
      `test_${randomBase62(8)}`,
      'SELECT count(*)::int AS placed FROM audit_events WHERE company_id = $1 AND position IS NOT NULL',
    ),
    [companyId],
  )) as [{ placed: number }]
  if (aged.length < old || (old > 0 && placed > 0)) return null
  await chainAudit()
  return { company, companyId, app, ids: await idsOf(companyId) }
}

it('lines go once they are older than the company keeps them, and what is left is still bound', async () => {
  const { company, companyId, app, ids } = await anOldLog(3)
  await keepAudit(company.actor, 12)
  await chainAudit()
  await prune()
  expect(await idsOf(companyId)).toEqual([...ids.slice(3), expect.any(String)])
  expect(await verifyChain(companyId)).toEqual({ lines: ids.length - 2, pruned: 3, brokenAt: null })
  await updateApp(company.actor, app.id, { name: 'Four' })
  await chainAudit()
  await prune()
  expect(await verifyChain(companyId)).toEqual({ lines: ids.length - 1, pruned: 3, brokenAt: null })
})

it('a company that never said so keeps its log for good', async () => {
  const { companyId, ids } = await anOldLog(3)
  await prune()
  expect(await idsOf(companyId)).toEqual(ids)
})

it('nobody may choose less than a year, whatever asks', async () => {
  const { companyId } = await anOldLog(1)
  await expect(run('UPDATE companies SET audit_kept_months = 11 WHERE id = $1', [companyId])).rejects.toThrow('audit_kept_months')
})

it('a beginning that somebody else took away shows, also when they say that it was kept no longer', async () => {
  const { companyId, ids } = await anOldLog(0)
  await run('DELETE FROM audit_events WHERE id = $1 AND company_id = $2', [ids[0], companyId])
  expect(await verifyChain(companyId)).toMatchObject({ brokenAt: ids[1] })
  await run(`UPDATE audit_heads SET pruned_lines = 1, pruned_digest = decode('00', 'hex'), pruned_seal = decode('00', 'hex') WHERE company_id = $1`, [
    companyId,
  ])
  expect(await verifyChain(companyId)).toMatchObject({ brokenAt: 'beginning' })
})

it('a log that was pruned is not said to have been pruned of more', async () => {
  const { company, companyId, ids } = await anOldLog(2)
  await keepAudit(company.actor, 12)
  await chainAudit()
  await prune()
  await run(
    `WITH third AS (DELETE FROM audit_events WHERE id = $2 AND company_id = $1 RETURNING digest)
     UPDATE audit_heads SET pruned_lines = 3, pruned_digest = (SELECT digest FROM third) WHERE company_id = $1`,
    [companyId, ids[2]],
  )
  expect(await verifyChain(companyId)).toMatchObject({ brokenAt: 'beginning' })
})
