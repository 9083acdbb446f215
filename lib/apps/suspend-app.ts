import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { findAnyApp, lockApp, setSuspended } from './store'

export type SuspensionOutcome = { kind: 'done'; name: string } | { kind: 'unknown' } | { kind: 'as_it_was' }

const change = (id: string, isSuspended: boolean, reason?: string): Promise<SuspensionOutcome> =>
  transaction(async (tx) => {
    const companyId = (await findAnyApp(tx, id))?.companyId
    const app = companyId === undefined ? null : await lockApp(tx, companyId, id)
    if (!app) return { kind: 'unknown' }
    if (!(await setSuspended(tx, id, isSuspended))) return { kind: 'as_it_was' }
    await recordAudit(
      tx,
      { companyId: app.companyId, kind: 'operator', id: null },
      { action: isSuspended ? 'app.suspended' : 'app.resumed', target: { kind: 'app', id }, ...(reason !== undefined && { after: { reason } }) },
    )
    return { kind: 'done', name: app.name }
  })

/**
 * The operator stops an app. What it holds stays and is worth nothing: no log-in, code or token of it works from the next
 * request on, nobody is verified for it, and mail to its aliases waits inside.
 * @param reason its company reads it in the audit log
 */
export const suspendApp = (id: string, reason: string) => change(id, true, reason)

/** All of it works again as it did: the tokens that have not run out, the status that its company chose, the mail that waited. */
export const resumeApp = (id: string) => change(id, false)
