import type { Prisma } from '#lib/core/db'
import type { Locale } from '#lib/i18n/locales'
import { homeCompanyOf } from './environments/store'
import { findMembers } from './members/store'
import type { StaffRole } from './permissions'
import { mailStaff, type StaffMail } from './staff-mail'
import { findCompany } from './store'

/** By ISO 3166-1 alpha-2. */
const SPOKEN_IN: Partial<Record<string, Locale>> = { PL: 'pl', DE: 'de', AT: 'de', LI: 'de' }

/**
 * Mails those members of a company who have one of the roles, in the transaction of what it tells of. Nobody's browser
 * asked, so the language is that of the company's country.
 */
export async function mailStaffOf(
  tx: Prisma,
  companyId: string,
  roles: readonly StaffRole[],
  kind: StaffMail,
  path: string,
  values: Record<string, string> = {},
): Promise<void> {
  const company = await findCompany(tx, companyId)
  const locale = SPOKEN_IN[company?.country ?? ''] ?? 'en'
  const content = { isTest: company?.testOfId != null, values: { company: company?.name ?? '', ...values } }
  for (const { id, email, role, isConfirmed } of await findMembers(tx, await homeCompanyOf(tx, companyId))) {
    if (isConfirmed && roles.includes(role)) await mailStaff(tx, { id, email }, kind, path, locale, content)
  }
}
