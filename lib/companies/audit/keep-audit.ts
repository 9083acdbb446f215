import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import type { CompanyActor } from '../schema'
import type { KeptMonths } from './kept-months'
import { findAuditKept, setAuditKept } from './store'

/** For how many months the company keeps its audit log, and when it begins. */
export const readAuditKept = (companyId: string) => findAuditKept(companyId)

/** From now on lines of the audit log are kept for so many months, or for good; older ones go within minutes. */
export const keepAudit = (actor: CompanyActor, months: KeptMonths): Promise<void> =>
  transaction(async (tx) => {
    const changed = await setAuditKept(tx, actor.companyId, months)
    if (!changed) return
    const target = { kind: 'company', id: actor.companyId }
    await recordAudit(tx, actor, { action: 'audit.kept', target, before: { months: changed.before }, after: { months } })
  })
