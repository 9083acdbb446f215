import { notFound } from '#lib/core/api-error'
import { withDatabase } from '#lib/core/db'
import { rfc3339 } from '#lib/core/time'
import type { CompanyActor } from './schema'
import { findCompany } from './store'

/** The company itself, as `GET /api/v1/me` shows it. */
export async function getCompany(actor: CompanyActor) {
  const company = await withDatabase((db) => findCompany(db, actor.companyId))
  if (!company) throw notFound()
  return {
    id: company.id,
    environment: company.testOfId === null ? ('live' as const) : ('test' as const),
    name: company.name,
    legal_name: company.legalName,
    registration_number: company.registrationNumber,
    country: company.country,
    website: company.website,
    verification_status: company.verificationStatus,
    created_at: rfc3339(company.createdAt),
  }
}
