import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { hashOfMade, type MadePassword } from '#lib/core/passwords'
import { newId } from '#lib/core/random-id'
import { insertCompany } from './store'

/** A company with its first member of staff, who owns it. */
export async function createCompany(input: {
  name: string
  owner: { name: string; email: string } & MadePassword
}): Promise<{ companyId: string; staffId: string }> {
  const companyId = newId('cmp')
  const staffId = newId('stf')
  const passwordHash = await hashOfMade(input.owner)
  await transaction(async (tx) => {
    await insertCompany(
      tx,
      { id: companyId, name: input.name },
      { id: staffId, email: input.owner.email, name: input.owner.name, passwordHash },
      true,
    )
    await recordAudit(tx, { companyId, kind: 'staff', id: staffId }, { action: 'company.created', target: { kind: 'company', id: companyId } })
  })
  return { companyId, staffId }
}
