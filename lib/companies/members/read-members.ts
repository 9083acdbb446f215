import { notFound } from '#lib/core/api-error'
import { withDatabase } from '#lib/core/db'
import { findInvites, findMember, findMembers } from './store'

/** A company's people and whom it asked to join. */
export async function readMembers(companyId: string) {
  const [members, invites] = await withDatabase((db) => Promise.all([findMembers(db, companyId), findInvites(db, companyId)]))
  return {
    members,
    invites: invites.map(({ id, email, role, expires_at, is_expired, invited_by }) => ({
      id,
      email,
      role,
      expiresAt: expires_at,
      isExpired: is_expired,
      invitedBy: invited_by,
    })),
  }
}

/** One member. @throws ApiError `not_found` for a foreign or unknown id */
export async function readMember(companyId: string, id: string) {
  const member = await withDatabase((db) => findMember(db, companyId, id))
  if (!member) throw notFound()
  return member
}
