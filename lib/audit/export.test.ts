import { afterAll, expect, it } from 'vitest'
import { auditExport } from '#lib/admin/commands/audit-export'
import { closeDatabase, transaction } from '#lib/core/db'
import { aCompany } from '../../e2e/fixtures/world'
import { chainAudit } from './chain/chain-audit'
import { recordAudit } from './store'

afterAll(closeDatabase)

type Line = {
  metadata: { uid: string; sequence: number; event_code: string }
  class_uid: number
  activity_id: number
  type_uid: number
  unmapped: { company: string }
}

async function exported(): Promise<Line[]> {
  const lines: Line[] = []
  for (;;) {
    const page = (await auditExport.run([], { after: lines.at(-1)?.metadata.sequence.toString() })).map((line) => JSON.parse(line) as Line)
    if (page.length === 0) return lines
    lines.push(...page)
  }
}

it('each line is one event with its class, what was sealed stays so, and the last id goes on where it ended', async () => {
  const { actor } = await aCompany()
  const staff = { companyId: actor.companyId, kind: 'staff', id: 'stf_1' }
  await transaction(async (tx) => {
    await recordAudit(tx, staff, { action: 'staff.logged_in', target: { kind: 'staff', id: 'stf_1' } })
    await recordAudit(tx, staff, { action: 'staff.password_guessed', target: { kind: 'staff', id: 'stf_1' } })
    await recordAudit(tx, staff, {
      action: 'member.invited',
      target: { kind: 'staff', id: 'stf_2' },
      after: { email: 'new@shop.example', role: 'admin' },
    })
  })
  await chainAudit()
  const lines = (await exported()).filter((line) => line.unmapped.company === actor.companyId)
  const [logIn, guess, invitation] = lines.slice(-3)
  expect(logIn).toMatchObject({ class_uid: 3002, activity_id: 1, type_uid: 300_201, status_id: 1, actor: { user: { uid: 'stf_1', type: 'staff' } } })
  expect(guess).toMatchObject({ class_uid: 3002, status_id: 2, severity_id: 3 })
  expect(invitation).toMatchObject({ class_uid: 3001, activity_id: 1, user: { uid: 'stf_2' }, unmapped: { after: { role: 'admin' } } })
  expect(JSON.stringify(lines)).not.toContain('new@shop.example')
  expect(await auditExport.run([], { after: String(invitation?.metadata.sequence) })).toEqual(
    expect.not.arrayContaining([JSON.stringify(invitation)]),
  )
})
