import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import type { CompanyActor } from '../schema'
import { next } from '../verification/lifecycle'
import { lockCompany, moveVerification } from '../verification/store'
import { type CompanyDetails, changesIdentity, type DetailName } from './schema'
import { detailsOf, updateDetails } from './store'

/** `needs_consent`: the change would cost the badge, or the place in the queue, and nobody has agreed to that. */
export type DetailsOutcome = 'saved' | 'unchanged' | { kind: 'needs_consent'; status: 'pending' | 'verified' }

/**
 * Saves what a company says about itself. A verified company that changes its identity loses the badge in the same
 * transaction, and a pending one its place, so that a badge never stands for data that nobody has checked.
 * @param withConsent the person was told what it costs and agreed
 */
export const changeDetails = (actor: CompanyActor, after: CompanyDetails, withConsent: boolean): Promise<DetailsOutcome> =>
  transaction(async (tx) => {
    const company = await lockCompany(tx, actor.companyId)
    if (!company) throw new Error('the company of a live session is gone')
    const before = detailsOf(company)
    const changed = (Object.keys(after) as DetailName[]).filter((name) => before[name] !== after[name])
    if (changed.length === 0) return 'unchanged'

    const from = company.verificationStatus
    const to = changesIdentity(before, after) ? (next(from, 'change_identity') ?? from) : from
    if (to !== from && !withConsent) return { kind: 'needs_consent', status: from as 'pending' | 'verified' }

    await updateDetails(tx, company.id, after)
    if (to !== from) await moveVerification(tx, company.id, { from, to, reason: null })
    const fields = (all: CompanyDetails, status: string) => ({
      ...Object.fromEntries(changed.map((name) => [name, all[name]])),
      ...(to !== from && { verification_status: status }),
    })
    await recordAudit(tx, actor, {
      action: 'company.updated',
      target: { kind: 'company', id: company.id },
      before: fields(before, from),
      after: fields(after, to),
    })
    return 'saved'
  })
