import { claimAddress } from '#lib/accounts/addresses/claim-address'
import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { findByAddress } from '#lib/accounts/addresses/find-holder'
import { withAddress } from '#lib/accounts/addresses/settle-addresses'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { recordAudit } from '#lib/audit/store'
import { sql, transaction } from '#lib/core/db'
import { hashPassword } from '#lib/core/passwords'
import { newIdOn, shardOfCompany } from '#lib/core/shard'
import { STAFF_ADDRESSES } from '../staff-addresses'
import { inviteHashes } from './invite-member'
import { findOpenInvite, insertMember, takeInvite } from './store'

/** What the page behind an invitation shows; null when the link is no longer good. */
export async function readInvite(token: string) {
  const invite = await findOpenInvite(sql, inviteHashes(token))
  if (!invite) return null
  return {
    companyName: invite.company_name,
    email: invite.email,
    role: invite.role,
    invitedBy: invite.invited_by,
    hasAccount: (await findByAddress(STAFF_ADDRESSES, invite.email))?.isConfirmed === true,
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
  const invite = await findOpenInvite(sql, inviteHashes(token))
  if (!invite) return { kind: 'expired' }
  const claim = await claimAddress(STAFF_ADDRESSES, invite.email, newIdOn('stf', shardOfCompany(invite.company_id)))
  if (claim.kind === 'held') return { kind: 'has_account' }
  if (claim.kind === 'busy') return { kind: 'busy' }
  return withAddress(claim.address, () => join(token, claim.address, { name: member.name, passwordHash }))
}

const join = (token: string, address: ClaimedAddress<'staff'>, member: { name: string; passwordHash: string }): Promise<AcceptOutcome> =>
  transaction(async (tx) => {
    const invite = await findOpenInvite(tx, inviteHashes(token))
    if (!invite || !(await takeInvite(tx, invite.id))) return { kind: 'expired' }
    const { company_id: companyId, email, role } = invite
    await insertMember(tx, address, { ...member, companyId, email, role })
    await recordAudit(
      tx,
      { companyId, kind: 'staff', id: address.id },
      { action: 'member.joined', target: { kind: 'staff', id: address.id }, after: { name: member.name, email, role } },
    )
    return { kind: 'ok', id: address.id, accessVersion: 0, amr: ['pwd'] }
  })
