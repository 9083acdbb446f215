import { recordAudit } from '#lib/audit/store'
import { type Prisma, transaction } from '#lib/core/db'
import { eachReachable } from '#lib/core/each-reachable'
import { shardOfCompany } from '#lib/core/shard'
import { destroyMaterial, SYSTEM } from './destroy-material'
import { findOverdue, findVerification, moveVerification, takeOverdue } from './store/verifications'

const BATCH = 100

/** Where the log is that a session's end is told in. */
export const shardOfCompanyOf = ({ company_id: companyId }: { company_id: string | null }) => (companyId === null ? null : shardOfCompany(companyId))

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

/** All of them, one a transaction: what its company's log cannot be told of now waits for a later turn. */
export async function expireEverything(signal: AbortSignal): Promise<void> {
  for (let done = BATCH; done > 0 && !signal.aborted; ) {
    const overdue = await findOverdue(BATCH)
    done = await eachReachable(overdue, shardOfCompanyOf, ({ id }) => transaction((tx) => expireVerifications(tx, { id })))
    if (overdue.length < BATCH) return
  }
}
