import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { missingForVerification } from '../details/schema'
import { detailsOf } from '../details/store'
import type { CompanyActor } from '../schema'
import { next } from './lifecycle'
import { lockCompany, moveVerification } from './store'

/** Asks the operator to verify what is stored now. `not_now`: it waits already, or is verified. */
export const submitForVerification = (actor: CompanyActor): Promise<'submitted' | 'incomplete' | 'not_now'> =>
  transaction(async (tx) => {
    const company = await lockCompany(tx, actor.companyId)
    const from = company?.verificationStatus
    const to = from && next(from, 'submit')
    if (!company || !from || !to) return 'not_now'
    if (missingForVerification(detailsOf(company)).length > 0) return 'incomplete'
    await moveVerification(tx, company.id, { from, to, reason: null })
    await recordAudit(tx, actor, {
      action: 'company.submitted',
      target: { kind: 'company', id: company.id },
      before: { verification_status: from },
      after: { verification_status: to },
    })
    return 'submitted'
  })
