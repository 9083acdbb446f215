import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { recordAudit } from '#lib/audit/store'
import { transaction, withDatabase } from '#lib/core/db'
import { verifyPassword } from '#lib/core/passwords'
import { browserHash, staffLinkHash } from './staff-link'
import { confirmStaffEmail, findStaffToken, takeStaffToken } from './staff-store'

const isSameBrowser = (link: { browserHash: Uint8Array | null }, browserSecret: string | undefined) =>
  browserSecret !== undefined && link.browserHash !== null && browserHash(browserSecret).equals(link.browserHash)

/** What the page behind a confirmation link must ask; null when the link is no longer good. */
export async function readStaffConfirmation(token: string, browserSecret: string | undefined): Promise<{ needsPassword: boolean } | null> {
  const link = await withDatabase((db) => findStaffToken(db, 'confirm', staffLinkHash(token)))
  return link && { needsPassword: !isSameBrowser(link, browserSecret) }
}

export type StaffConfirmation = ({ kind: 'ok' } & ProvenLogIn) | { kind: 'expired' | 'wrong' | 'busy' }

/**
 * Confirms an address. The browser that registered needs the link only; any other one the password as well, or somebody
 * could prepare a company and have the owner of the address open it. The link is used up with the change.
 */
export async function confirmStaff(token: string, browserSecret: string | undefined, password: string): Promise<StaffConfirmation> {
  const hash = staffLinkHash(token)
  const link = await withDatabase((db) => findStaffToken(db, 'confirm', hash))
  if (!link) return { kind: 'expired' }
  if (!isSameBrowser(link, browserSecret)) {
    const allowance = await takeAllowance({ act: 'confirmation', realm: 'staff', by: 'account', subject: link.staffId })
    if (allowance.kind !== 'taken') return { kind: 'wrong' }
    const verdict = await verifyPassword(link.passwordHash, password)
    if (verdict !== 'right') return { kind: verdict }
  }
  return transaction(async (tx) => {
    const owner = await takeStaffToken(tx, 'confirm', hash)
    if (!owner) return { kind: 'expired' }
    await confirmStaffEmail(tx, owner.staffId)
    await recordAudit(
      tx,
      { companyId: owner.companyId, kind: 'staff', id: owner.staffId },
      { action: 'staff.confirmed', target: { kind: 'staff', id: owner.staffId } },
    )
    return { kind: 'ok', id: owner.staffId, accessVersion: owner.accessVersion, amr: ['pwd'] }
  })
}
