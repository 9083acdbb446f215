import { requireAddress } from '#lib/accounts/addresses/claim-address'
import { withAddress } from '#lib/accounts/addresses/settle-addresses'
import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { hashOfMade, type MadePassword } from '#lib/core/passwords'
import { newId } from '#lib/core/random-id'
import { newIdOn, shardOfCompany } from '#lib/core/shard'
import { STAFF_ADDRESSES } from './staff-addresses'
import { insertCompany } from './store'

/** A company with its first member of staff, who owns it. */
export async function createCompany(input: {
  name: string
  owner: { name: string; email: string } & MadePassword
}): Promise<{ companyId: string; staffId: string }> {
  const companyId = newId('cmp')
  const staffId = newIdOn('stf', shardOfCompany(companyId))
  const passwordHash = await hashOfMade(input.owner)
  const { name, email } = input.owner
  const address = await requireAddress(STAFF_ADDRESSES, email, staffId)
  await withAddress(address, () =>
    transaction(async (tx) => {
      await insertCompany(tx, { id: companyId, name: input.name }, address, { email, name, passwordHash }, true)
      await recordAudit(tx, { companyId, kind: 'staff', id: staffId }, { action: 'company.created', target: { kind: 'company', id: companyId } })
    }),
  )
  return { companyId, staffId }
}
