import { type AuditFields, sealAddresses } from '#lib/audit/sealed-fields'
import { sealAddress } from '#lib/companies/staff-address'
import { type Queryable, transaction } from '#lib/core/db'
import { log } from '#lib/core/log'
import { sealSubject } from '#lib/subjects/sealed-subject'
import { deleteUnsealed, lockUnsealed, replaceAddress, replaceAuditDetail, replaceSubject, takeUnsealed, type UnsealedRow } from './unsealed-store'

const BATCH = 200

/** How each kind of value is sealed and put back where a migration took it from. */
const SEAL: Record<string, (tx: Queryable, row: UnsealedRow) => Promise<unknown>> = {
  subject: async (tx, { value, data_key_sealed: dataKeySealed, master_key_id: masterKeyId }) => {
    const { userId, appId, sub, aliasLocalPart } = value as Record<'userId' | 'appId' | 'sub' | 'aliasLocalPart', string>
    // A person who went meanwhile took their subjects along.
    if (!dataKeySealed || !masterKeyId) return
    await replaceSubject(tx, userId, appId, sealSubject({ userId, dataKeySealed, masterKeyId }, appId, { sub, aliasLocalPart }))
  },
  staff_member: (tx, { value }) => {
    const { id, email } = value as { id: string; email: string }
    return replaceAddress(tx, id, sealAddress('staff_members', id, email))
  },
  audit_event: (tx, { value }) => {
    const { id, companyId, detail } = value as { id: string; companyId: string; detail: { before?: AuditFields; after?: AuditFields } }
    const sealed = { before: sealAddresses(companyId, detail.before), after: sealAddresses(companyId, detail.after) }
    return replaceAuditDetail(tx, companyId, id, sealed)
  },
}

/**
 * Seals what a migration found in clear and set aside: migrations have no keys. Every process does this before anything
 * else; one at a time, the others wait.
 * @returns how many values were sealed now
 */
export async function sealUnsealed(): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await transaction(sealBatch)
    sealed += count
    if (count < BATCH) break
  }
  if (sealed > 0) log.info({ sealed }, 'values from before a migration sealed')
  return sealed
}

async function sealBatch(tx: Queryable): Promise<number> {
  await lockUnsealed(tx)
  const rows = await takeUnsealed(tx, BATCH)
  for (const row of rows) {
    const seal = SEAL[row.kind]
    if (!seal) throw new Error(`unsealed values of an unknown kind: ${row.kind}`)
    await seal(tx, row)
  }
  if (rows.length > 0)
    await deleteUnsealed(
      tx,
      rows.map(({ id }) => id),
    )
  return rows.length
}
