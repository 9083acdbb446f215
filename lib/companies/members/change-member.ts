import { leaveAddress } from '#lib/accounts/addresses/leave-address'
import { recordAudit } from '#lib/audit/store'
import type { Prisma } from '#lib/core/db'
import { mailStaffOf } from '../mail-staff-of'
import type { StaffRole } from '../permissions'
import type { CompanyActor } from '../schema'
import { judgeMemberChange, type MemberRefusal } from './judge-member-change'
import { countOwners, deleteMember, findMember, setRole } from './store'
import { withMembersHeld } from './with-members-held'

export type MemberOutcome = 'done' | 'unchanged' | 'unknown' | MemberRefusal

/** Gives a member another role; it holds for their very next click. */
export const changeRole = (actor: CompanyActor, memberId: string, to: StaffRole): Promise<MemberOutcome> =>
  withMembersHeld(actor, async (tx, self) => {
    const member = await findMember(tx, actor.companyId, memberId)
    if (!member) return 'unknown'
    const refusal = judgeMemberChange(self, member, to, await countOwners(tx, actor.companyId))
    if (refusal) return refusal
    if (member.role === to) return 'unchanged'
    await setRole(tx, member.id, to)
    await recordAudit(tx, actor, {
      action: 'member.role_changed',
      target: { kind: 'staff', id: member.id },
      before: { role: member.role },
      after: { role: to },
    })
    if (to === 'owner' || member.role === 'owner') await tellOwners(tx, actor.companyId, member.name)
    return 'done'
  })

/** Takes a member out of the company, or lets oneself go. Their sessions end at once; API keys they made stay the company's. */
export const removeMember = (actor: CompanyActor, memberId: string): Promise<MemberOutcome> =>
  leaveAddress({ realm: 'staff', id: memberId }, () =>
    withMembersHeld(actor, async (tx, self) => {
      const member = await findMember(tx, actor.companyId, memberId)
      if (!member) return 'unknown'
      const refusal = judgeMemberChange(self, member, null, await countOwners(tx, actor.companyId))
      if (refusal) return refusal
      await recordAudit(tx, actor, {
        action: self.id === member.id ? 'member.left' : 'member.removed',
        target: { kind: 'staff', id: member.id },
        before: { name: member.name, email: member.email, role: member.role },
      })
      await deleteMember(tx, member.id)
      if (member.role === 'owner') await tellOwners(tx, actor.companyId, member.name)
      return 'done'
    }),
  )

const tellOwners = (tx: Prisma, companyId: string, member: string) =>
  mailStaffOf(tx, companyId, ['owner'], 'staff_owner_changed', '/company/members', { member })
