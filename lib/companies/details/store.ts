import type { Prisma } from '#lib/core/db'
import type { CompanyDetails } from './schema'

type CompanyRow = { name: string; legalName: string | null; registrationNumber: string | null; country: string | null; website: string | null }

export const detailsOf = (row: CompanyRow): CompanyDetails => ({
  name: row.name,
  legal_name: row.legalName,
  registration_number: row.registrationNumber,
  country: row.country,
  website: row.website,
})

export const updateDetails = (tx: Prisma, id: string, details: CompanyDetails) =>
  tx.company.update({
    where: { id },
    data: {
      name: details.name,
      legalName: details.legal_name,
      registrationNumber: details.registration_number,
      country: details.country,
      website: details.website,
    },
  })
