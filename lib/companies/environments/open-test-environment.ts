import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { ensureTestCompany } from './store'

/**
 * A company's test environment, made when somebody first goes there: a company beside it, with apps, keys, verifications,
 * webhooks and counters of its own, and people who do not exist. What is live is never seen from it.
 */
export const openTestEnvironment = (actor: CompanyActor): Promise<void> =>
  transaction(async (tx) => {
    const made = await ensureTestCompany(tx, actor.companyId, newId('cmp'))
    if (!made?.is_new) return
    const target = { kind: 'company', id: made.id } as const
    await recordAudit(tx, { companyId: made.id, kind: 'staff', id: actor.id }, { action: 'company.test_environment_opened', target })
  })
