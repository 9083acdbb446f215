import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { recordAudit } from '#lib/audit/store'
import { databaseCode, transaction, withDatabase } from '#lib/core/db'
import { hashPassword } from '#lib/core/passwords'
import { newId } from '#lib/core/random-id'
import { findStaffByEmail } from '../staff-store'
import { inviteHash } from './invite-member'
import { deleteUnconfirmedStaff, findOpenInvite, insertMember, takeInvite } from './store'

/** What the page behind an invitation shows; null when the link is no longer good. */
export async function readInvite(token: string) {
  const invite = await withDatabase((db) => findOpenInvite(db, inviteHash(token)))
  if (!invite) return null
  const account = await withDatabase((db) => findStaffByEmail(db, invite.email))
  return {
    companyName: invite.company_name,
    email: invite.email,
    role: invite.role,
    invitedBy: invite.invited_by,
    hasAccount: account?.emailConfirmedAt != null,
  }
}

export type AcceptOutcome = ({ kind: 'ok' } & ProvenLogIn) | { kind: 'expired' | 'has_account' | 'busy' }

/**
 * Joins a company with a new account. The link came by mail, so it confirms the address.
 *
 * An account belongs to one company: whoever has one elsewhere leaves there first, or is invited under another address.
 * An account that was registered with this address but never confirmed is nobody's and gives way; otherwise anybody
 * could keep an address from being invited.
 */
export async function acceptInvite(token: string, member: { name: string; password: string }): Promise<AcceptOutcome> {
  const passwordHash = await hashPassword(member.password)
  if (passwordHash === null) return { kind: 'busy' }
  try {
    return await join(token, member.name, passwordHash)
  } catch (error) {
    // The same address registered elsewhere at this very moment.
    if (['P2002', '23505'].includes(databaseCode(error))) return { kind: 'has_account' }
    throw error
  }
}

const join = (token: string, name: string, passwordHash: string): Promise<AcceptOutcome> =>
  transaction(async (tx) => {
    const invite = await findOpenInvite(tx, inviteHash(token))
    if (!invite) return { kind: 'expired' }
    await deleteUnconfirmedStaff(tx, invite.email)
    if (await findStaffByEmail(tx, invite.email)) return { kind: 'has_account' }
    if (!(await takeInvite(tx, invite.id))) return { kind: 'expired' }
    const staffId = newId('stf')
    await insertMember(tx, { id: staffId, companyId: invite.company_id, email: invite.email, name, role: invite.role, passwordHash })
    await recordAudit(
      tx,
      { companyId: invite.company_id, kind: 'staff', id: staffId },
      { action: 'member.joined', target: { kind: 'staff', id: staffId }, after: { name, email: invite.email, role: invite.role } },
    )
    return { kind: 'ok', id: staffId, accessVersion: 0, amr: ['pwd'] }
  })
