import { withDatabase } from '#lib/core/db'
import { findCompany } from '../store'
import { next } from '../verification/lifecycle'
import { missingForVerification } from './schema'
import { detailsOf } from './store'

/** A company as its own staff see it, with what is still missing before it can be verified. */
export async function readDetails(companyId: string) {
  const company = await withDatabase((db) => findCompany(db, companyId))
  if (!company) throw new Error('the company of a live session is gone')
  const details = detailsOf(company)
  return {
    details,
    status: company.verificationStatus,
    reason: company.rejectionReason,
    submittedAt: company.submittedAt,
    canSubmit: next(company.verificationStatus, 'submit') !== null,
    missing: missingForVerification(details),
  }
}
