import { holdForChange } from '#lib/accounts/credentials/store'
import { countFactors } from '#lib/accounts/factors/store'
import { recordAudit } from '#lib/audit/store'
import type { Locale } from '#lib/i18n/locales'
import { may } from '../permissions'
import type { CompanyActor } from '../schema'
import { mailStaff } from '../staff-mail'
import { findFactorRule, findMembers, setFactorRule } from './store'
import { withMembersHeld } from './with-members-held'

/** `no_factor`: who asks has none; `not_used`: they have one and did not use it, so nobody knows that they can. */
export type RuleOutcome = 'done' | 'no_factor' | 'not_used' | 'forbidden'

/**
 * Whether everybody in the company must log in with a second factor. It holds from everybody's next click: whoever has none
 * is led to make one, and is told by mail beforehand. The owner who asks for it has shown that their own works, so that
 * the rule never shuts its maker out.
 * @param actor with what their session was proven by
 */
export const requireFactors = (actor: CompanyActor & { amr: readonly string[] }, isRequired: boolean, locale: Locale): Promise<RuleOutcome> =>
  withMembersHeld(actor, async (tx, self) => {
    if (!may(self, 'factors.require')) return 'forbidden'
    const owner = { realm: 'staff', id: self.id } as const
    await holdForChange(tx, owner)
    if (isRequired && (await countFactors(tx, owner)) === 0) return 'no_factor'
    if (isRequired && !actor.amr.includes('mfa')) return 'not_used'
    if ((await findFactorRule(tx, actor.companyId)) === isRequired) return 'done'
    await setFactorRule(tx, actor.companyId, isRequired)
    await recordAudit(tx, actor, {
      action: isRequired ? 'company.factors_required' : 'company.factors_optional',
      target: { kind: 'company', id: actor.companyId },
    })
    if (!isRequired) return 'done'
    for (const { id, email, isConfirmed, hasFactor } of await findMembers(tx, actor.companyId)) {
      if (isConfirmed && !hasFactor) await mailStaff(tx, { id, email }, 'staff_factor_required', '/company/security', locale)
    }
    return 'done'
  })
