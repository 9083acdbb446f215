import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { log } from '#lib/core/log'
import { openStaff } from './staff'

/**
 * Somebody tried to log in as a member of staff and could not. It is written beside the answer and not before it: how long that takes must
 * not say whether an address is anybody's.
 */
export function noteFailedLogIn(staffId: string, by: 'password' | 'code'): void {
  last = last.then(() => write(staffId, by)).catch((error: unknown) => log.error({ err: error }, 'a failed log-in was not written down'))
}

/** One after the other: whoever tries many passwords takes no more than one connection for it. */
let last: Promise<void> = Promise.resolve()

const write = (staffId: string, by: 'password' | 'code'): Promise<void> =>
  transaction(async (tx) => {
    const account = await openStaff(tx, staffId)
    if (!account) return
    const actor = { companyId: account.companyId, kind: 'system', id: null }
    await recordAudit(tx, actor, { action: 'staff.log_in_failed', target: { kind: 'staff', id: staffId }, after: { by } })
  })
