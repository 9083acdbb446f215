import { recordAudit } from '#lib/audit/store'
import { prismaTransaction } from '#lib/core/db'
import { hashPassword } from '#lib/core/passwords'
import { newId } from '#lib/core/random-id'
import type { Locale } from '#lib/i18n/locales'
import { mailStaffLink } from './staff-link'
import { mailStaff } from './staff-mail'
import { findStaffByEmail } from './staff-store'
import { insertCompany } from './store'

/**
 * A company signs itself up. The answer is the same whether the address is new or taken: the mail tells, so that nobody
 * learns who works where.
 */
export async function registerCompany(input: { company: string; name: string; email: string; password: string }, locale: Locale): Promise<void> {
  const passwordHash = await hashPassword(input.password)
  await prismaTransaction(async (tx) => {
    const known = await findStaffByEmail(tx, input.email)
    if (known) return mailStaff(tx, { id: known.id, email: input.email }, 'staff_exists', '/company/recover', locale)
    const [companyId, staffId] = [newId('cmp'), newId('stf')]
    await insertCompany(tx, { id: companyId, name: input.company }, { id: staffId, email: input.email, name: input.name, passwordHash }, false)
    await recordAudit(tx, { companyId, kind: 'staff', id: staffId }, { action: 'company.created', target: { kind: 'company', id: companyId } })
    await mailStaffLink(tx, { id: staffId, email: input.email }, 'confirm', locale)
  })
}
