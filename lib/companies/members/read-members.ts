import { withDatabase } from '#lib/core/db'
import { findInvites, findMember, findMembers } from './store'

/** A company's people and whom it asked to join. */
export async function readMembers(companyId: string) {
  const [members, invites] = await withDatabase((db) => Promise.all([findMembers(db, companyId), findInvites(db, companyId)]))
  return {
    members,
    invites: invites.map(({ id, email, role, expires_at, invited_by }) => ({
      id,
      email,
      role,
      expiresAt: expires_at,
      invitedBy: invited_by,
    })),
  }
}

/** One member; null for a foreign or unknown id. */
export const readMember = (companyId: string, id: string) => withDatabase((db) => findMember(db, companyId, id))
