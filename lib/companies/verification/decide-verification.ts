import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { mailStaffOf } from '../mail-staff-of'
import { next, type VerificationStatus } from './lifecycle'
import { lockCompany, moveVerification } from './store'

export type Decision = { event: 'verify' } | { event: 'reject'; reason: string }

export type DecidedCompany = NonNullable<Awaited<ReturnType<typeof lockCompany>>>

export type DecisionOutcome = { kind: 'decided'; company: DecidedCompany } | { kind: 'unknown' } | { kind: 'wrong_state'; status: VerificationStatus }

/**
 * The operator's answer to a company that asked to be verified. What is answered is what is stored at that moment: the
 * outcome holds exactly the data the decision was made on.
 */
export const decideVerification = (companyId: string, decision: Decision): Promise<DecisionOutcome> =>
  transaction(async (tx) => {
    const company = await lockCompany(tx, companyId)
    if (!company) return { kind: 'unknown' }
    const from = company.verificationStatus
    const to = next(from, decision.event)
    if (!to) return { kind: 'wrong_state', status: from }
    const reason = decision.event === 'reject' ? decision.reason : null
    await moveVerification(tx, companyId, { from, to, reason })
    await recordAudit(
      tx,
      { companyId, kind: 'operator', id: null },
      {
        action: decision.event === 'verify' ? 'company.verified' : 'company.rejected',
        target: { kind: 'company', id: companyId },
        before: { verification_status: from },
        after: { verification_status: to, ...(reason !== null && { reason }) },
      },
    )
    const kind = decision.event === 'verify' ? 'staff_company_verified' : 'staff_company_rejected'
    await mailStaffOf(tx, companyId, ['owner', 'admin'], kind, '/company/settings')
    return { kind: 'decided', company }
  })
