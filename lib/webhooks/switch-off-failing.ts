import { recordAudit } from '#lib/audit/store'
import { mailStaffOf } from '#lib/companies/mail-staff-of'
import { transaction } from '#lib/core/db'
import type { Health } from './deliver-store'
import { isGivenUp, type Verdict } from './judge-attempt'
import { lockAddress, switchOff } from './store'

/**
 * Switches an address off that says it is gone, or that took nothing for five days, and tells the company's owners and
 * admins by mail.
 * An address that took its place meanwhile stays on.
 * @returns whether it is off now
 */
export async function switchOffFailing(
  { id, company_id: companyId, kind, url }: { id: string; company_id: string; kind: 'webhook' | 'push'; url: string },
  verdict: Verdict,
  { failing_since, now }: Pick<Health, 'failing_since' | 'now'>,
): Promise<boolean> {
  const reason = verdict.kind === 'gone' ? 'gone' : verdict.kind !== 'delivered' && isGivenUp(failing_since, now) ? 'failing' : null
  if (reason === null) return false
  return transaction(async (tx) => {
    const webhook = await lockAddress(tx, companyId, id)
    if (webhook?.url !== url) return false
    if (webhook.status !== 'enabled') return true
    await switchOff(tx, companyId, id, reason)
    const what =
      kind === 'webhook'
        ? ({ action: 'webhook.disabled', target: { kind: 'webhook', id } } as const)
        : ({ action: 'signal_stream.disabled', target: { kind: 'signal_stream', id } } as const)
    await recordAudit(tx, { companyId, kind: 'system', id: null }, { ...what, after: { reason } })
    await mailStaffOf(tx, companyId, ['owner', 'admin'], 'staff_webhook_disabled', `/company/webhooks/${id}`)
    return true
  })
}
