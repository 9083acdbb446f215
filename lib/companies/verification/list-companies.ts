import { withDatabase } from '#lib/core/db'
import type { VerificationStatus } from './lifecycle'
import { findCompanies } from './store'

/** For the operator: companies of one status or all, those that wait longest first. */
export const listCompanies = (status?: VerificationStatus) => withDatabase((db) => findCompanies(db, status))
