import { changeAccess } from '#lib/accounts/credentials/change-access'
import { deleteFactors } from '#lib/accounts/credentials/store'
import { recordAudit } from '#lib/audit/store'
import type { Locale } from '#lib/i18n/locales'
import type { CompanyActor } from '../schema'
import { mailStaff } from '../staff-mail'
import { judgeMemberChange } from './judge-member-change'
import { countOwners, findMember } from './store'
import { withMembersHeld } from './with-members-held'

export type ResetOutcome = 'done' | 'unchanged' | 'unknown' | 'forbidden'

/**
 * Takes every second factor from a member who lost theirs, codes and passkeys alike, for those who may give them a role.
 * The password stays, every session of the member ends, and they are told. Nobody does this to themselves: that would be
 * a way round the password that removal asks for.
 */
export const resetFactors = (actor: CompanyActor, memberId: string, locale: Locale): Promise<ResetOutcome> =>
  withMembersHeld(actor, async (tx, self) => {
    const member = await findMember(tx, actor.companyId, memberId)
    if (!member) return 'unknown'
    const isRefused = judgeMemberChange(self, member, member.role, await countOwners(tx, actor.companyId)) !== null
    if (isRefused || self.id === member.id) return 'forbidden'
    const owner = { realm: 'staff', id: member.id } as const
    const isDone = await changeAccess(owner, null, async (change) => {
      if (!(await deleteFactors(change, owner))) return null
      await recordAudit(change, actor, { action: 'member.factors_reset', target: { kind: 'staff', id: member.id } })
      await mailStaff(change, member, 'staff_factors_reset', '/company/security', locale, { values: { who: self.name } })
      return true
    })
    return isDone ? 'done' : 'unchanged'
  })
