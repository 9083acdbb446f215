import { may, STAFF_ROLES, type StaffRole } from '../permissions'

export type Member = { id: string; role: StaffRole }

/** Why a change of the company's people is refused. */
export type MemberRefusal = 'forbidden' | 'last_owner'

/**
 * Whether `actor` may give `target` another role, or with `to` null take them out of the company.
 *
 * - Owners may change everybody; admins everybody but owners, and make nobody an owner.
 * - Everybody may leave.
 * - A company always keeps an owner.
 *
 * @param owners how many the company has now; the caller holds the company, so that none of them goes meanwhile
 */
export function judgeMemberChange(actor: Member, target: Member, to: StaffRole | null, owners: number): MemberRefusal | null {
  const isLeaving = actor.id === target.id && to === null
  if (!isLeaving && !mayPlace(actor.role, target.role, to)) return 'forbidden'
  return target.role === 'owner' && to !== 'owner' && owners <= 1 ? 'last_owner' : null
}

const mayPlace = (actor: StaffRole, from: StaffRole, to: StaffRole | null) =>
  may({ role: actor }, 'members.manage') && (actor === 'owner' || (from !== 'owner' && to !== 'owner'))

/** The roles this one may give to somebody who has `from`, or to somebody new. */
export const rolesToGive = (actor: StaffRole, from: StaffRole = 'developer'): StaffRole[] => STAFF_ROLES.filter((role) => mayPlace(actor, from, role))

/** Whether there is anything `actor` may do about this member: place them, remove them, or leave. */
export const mayManage = (actor: Member, member: Member) => actor.id === member.id || mayPlace(actor.role, member.role, null)
