import { recordAudit } from '#lib/audit/store'
import { mailStaffOf } from '#lib/companies/mail-staff-of'
import { onEachPrimary, transaction } from '#lib/core/db'
import { readTxt as readTxtNow } from '#lib/core/dns'
import { log } from '#lib/core/log'
import { utcDay } from '#lib/core/time'
import { type CheckedDomain, markFound, markMissing, removeMailDomain, takeDomainsToCheck } from './mail-domain-store'
import { proofRecord } from './mail-domains'

/** A domain that proves nothing for so long is an app's no more: somebody else may have it by then. */
const LAPSE_DAYS = 7
const BATCH = 50
const DAY_MS = 24 * 3600 * 1000

/** TXT records of a name, each as one text; throws when the DNS does not answer. */
type ReadTxt = (name: string) => Promise<string[]>

/**
 * Looks again, once a day, whether sending domains prove whose they are. The staff are told when a record is gone; seven days later the
 * domain is taken from the app. A DNS that does not answer counts for nothing.
 */
export const recheckMailDomains = async (signal: AbortSignal, readTxt: ReadTxt = readTxtNow): Promise<void> =>
  void (await onEachPrimary((nth) => recheckOn(nth, signal, readTxt)))

async function recheckOn(nth: number, signal: AbortSignal, readTxt: ReadTxt): Promise<void> {
  for (;;) {
    const domains = await takeDomainsToCheck(nth, BATCH)
    for (const domain of domains) if (!signal.aborted) await recheck(domain, readTxt)
    if (domains.length < BATCH || signal.aborted) return
  }
}

async function recheck(checked: CheckedDomain, readTxt: ReadTxt): Promise<void> {
  const { app_id: appId, company_id: companyId, domain } = checked
  const { name, value } = proofRecord(appId, domain)
  const texts = await readTxt(name).catch(() => null)
  if (texts === null) return
  if (texts.some((text) => text.trim() === value)) await markFound(companyId, appId, domain)
  else await settleMissing(checked, { name, value })
}

const settleMissing = ({ app_id: appId, app_name: app, company_id: companyId, domain }: CheckedDomain, record: { name: string; value: string }) =>
  transaction(async (tx) => {
    const missing = await markMissing(tx, companyId, appId, domain)
    const tell = (kind: 'staff_mail_domain_missing' | 'staff_mail_domain_removed', values = {}) =>
      mailStaffOf(tx, companyId, ['owner', 'admin'], kind, `/company/apps/${appId}#mail-domains`, { app, domain, ...values })
    if (missing?.is_new) {
      const date = utcDay(new Date(missing.since.getTime() + LAPSE_DAYS * DAY_MS))
      await tell('staff_mail_domain_missing', { ...record, date })
      log.info({ appId }, 'a sending domain proves nothing any more')
      return
    }
    const domains = missing && missing.days >= LAPSE_DAYS ? await removeMailDomain(tx, appId, domain) : null
    if (!domains) return
    await recordAudit(
      tx,
      { companyId, kind: 'system', id: null },
      {
        action: 'app.updated',
        target: { kind: 'app', id: appId },
        before: { mail_domains: domains.before },
        after: { mail_domains: domains.after },
      },
    )
    await tell('staff_mail_domain_removed')
    log.info({ appId }, 'a sending domain was removed')
  })
