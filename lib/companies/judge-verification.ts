import { recordAudit } from '#lib/audit/store'
import { prismaTransaction } from '#lib/core/db'
import { type CompanyDetails, judgeCompany, submitCompanyDetails } from './panel-store'
import type { CompanyActor } from './schema'

/** Hands the company's data in for verification: whatever it was, it is pending now. */
export const submitForVerification = (actor: CompanyActor, details: CompanyDetails) =>
  prismaTransaction(async (tx) => {
    await submitCompanyDetails(tx, actor.companyId, details)
    await recordAudit(tx, actor, { action: 'company.submitted', target: { kind: 'company', id: actor.companyId } })
  })

/** The operator's answer to a submission. @returns false when no submission of this company waits */
export const decideVerification = (companyId: string, status: 'verified' | 'rejected', reason: string | null) =>
  prismaTransaction(async (tx) => {
    if (!(await judgeCompany(tx, companyId, status, reason))) return false
    const actor = { companyId, kind: 'operator', id: null } as const
    await recordAudit(tx, actor, { action: `company.${status}`, target: { kind: 'company', id: companyId }, detail: { reason } })
    return true
  })
