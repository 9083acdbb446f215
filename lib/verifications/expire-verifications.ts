import { recordAudit } from '#lib/audit/store'
import { type Prisma, transaction } from '#lib/core/db'
import { destroyMaterial, SYSTEM } from './destroy-material'
import { findVerification, moveVerification, takeOverdue } from './store/verifications'

const BATCH = 100

/**
 * Ends sessions whose time is over, with their pictures. Whoever reads sessions calls it first, so that none is shown
 * as open after its time; the worker does it for those that nobody reads.
 * @returns how many
 */
export async function expireVerifications(tx: Prisma, scope: { id?: string; companyId?: string } = {}): Promise<number> {
  const overdue = await takeOverdue(tx, scope, BATCH)
  for (const { id } of overdue) {
    const session = await findVerification(tx, { id })
    if (!session) continue
    const expired = await moveVerification(tx, session, 'expire')
    await destroyMaterial(tx, expired)
    if (!expired.companyId) continue
    const entry = { action: 'verification.expired' as const, target: { kind: 'verification', id } }
    await recordAudit(tx, { companyId: expired.companyId, ...SYSTEM }, entry)
  }
  return overdue.length
}

/** All of them, a batch a transaction. */
export async function expireEverything(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await transaction((tx) => expireVerifications(tx))) >= BATCH);
}
