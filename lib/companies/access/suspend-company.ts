import { setCompanySuspended } from '#lib/apps/store'
import type { SuspensionOutcome } from '#lib/apps/suspend-app'
import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { lockCompany, setSuspended } from '../verification/store'

const change = (id: string, isSuspended: boolean, reason?: string): Promise<SuspensionOutcome> =>
  transaction(async (tx) => {
    const company = await lockCompany(tx, id)
    if (!company) return { kind: 'unknown' }
    if (!(await setSuspended(tx, id, isSuspended))) return { kind: 'as_it_was' }
    await setCompanySuspended(tx, id, isSuspended)
    await recordAudit(
      tx,
      { companyId: id, kind: 'operator', id: null },
      {
        action: isSuspended ? 'company.suspended' : 'company.resumed',
        target: { kind: 'company', id },
        ...(reason !== undefined && { after: { reason } }),
      },
    )
    return { kind: 'done', name: company.name }
  })

/**
 * The operator stops everything of a company: its apps as `suspendApp` does, its API keys, its members' sessions and log-ins,
 * invitations, and what is sent to its addresses, which waits. Nothing of it is taken away.
 * @param reason kept in the audit log
 */
export const suspendCompany = (id: string, reason: string) => change(id, true, reason)

/** All of it works again as it did, sessions included; an app that was stopped by itself stays stopped. */
export const resumeCompany = (id: string) => change(id, false)
