import type { AuditAction } from '#lib/audit/actions'
import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { log } from '#lib/core/log'
import { findStaffAccount } from './staff-store'

type Means = 'password' | 'code' | 'passkey'

/**
 * Somebody tried to log in as a member of staff and could not. It is written beside the answer and not before it: how long that takes must
 * not say whether an address is anybody's.
 */
export const noteFailedLogIn = (staffId: string, by: Means): void => note('staff.log_in_failed', staffId, by)

/** Somebody at a member's open session should have said who they are, and could not. */
export const noteFailedProof = (staffId: string, by: Means): void => note('staff.proof_failed', staffId, by)

/** One after the other: whoever tries many passwords takes no more than one connection for it. */
let last: Promise<void> = Promise.resolve()

function note(action: AuditAction, staffId: string, by: Means): void {
  last = last.then(() => write(action, staffId, by)).catch((error: unknown) => log.error({ err: error }, 'a failed log-in was not written down'))
}

const write = (action: AuditAction, staffId: string, by: Means): Promise<void> =>
  transaction(async (tx) => {
    const account = await findStaffAccount(tx, staffId)
    if (!account) return
    const actor = { companyId: account.companyId, kind: 'system', id: null }
    await recordAudit(tx, actor, { action, target: { kind: 'staff', id: staffId }, after: { by } })
  })
