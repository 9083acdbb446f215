import { stillHasAddress } from '#lib/accounts/addresses/claim-address'
import { isSameBrowser } from '#lib/accounts/links/is-same-browser'
import { consumeLink, findLink } from '#lib/accounts/links/store'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { recordAudit } from '#lib/audit/store'
import { transaction, withDatabase } from '#lib/core/db'
import { verifyPassword } from '#lib/core/passwords'
import { secretHashes } from '#lib/core/secret-token'
import { STAFF_ADDRESSES } from './staff-addresses'
import { confirmStaffEmail, findStaffAccount } from './staff-store'

/** What the page behind a confirmation link must ask; null when the link is no longer good. */
export async function readStaffConfirmation(token: string, browserSecret: string | undefined): Promise<{ needsPassword: boolean } | null> {
  const link = await findLink('staff', secretHashes('sgm', token), 'confirm')
  return link && { needsPassword: !isSameBrowser(link, browserSecret) }
}

export type StaffConfirmation = ({ kind: 'ok' } & ProvenLogIn) | { kind: 'expired' | 'wrong' | 'busy' }

/**
 * Confirms an address. The browser that registered needs the link only; any other one the password as well, or somebody
 * could prepare a company and have the owner of the address open it. The link is used up with the change.
 */
export async function confirmStaff(token: string, browserSecret: string | undefined, password: string): Promise<StaffConfirmation> {
  const hashes = secretHashes('sgm', token)
  const link = await findLink('staff', hashes, 'confirm')
  const account = link && (await withDatabase((db) => findStaffAccount(db, link.ownerId)))
  if (!link || !account) return { kind: 'expired' }
  if (!isSameBrowser(link, browserSecret)) {
    const allowance = await takeAllowance({ act: 'confirmation', realm: 'staff', by: 'account', subject: account.id })
    if (allowance.kind !== 'taken') return { kind: 'wrong' }
    const verdict = await verifyPassword(account.passwordHash, password)
    if (verdict !== 'right') return { kind: verdict }
  }
  if (!(await stillHasAddress(STAFF_ADDRESSES, account.id))) return { kind: 'expired' }
  return transaction(async (tx) => {
    const { id, companyId, accessVersion } = account
    if (!(await consumeLink(tx, { realm: 'staff', id }, hashes, 'confirm'))) return { kind: 'expired' }
    await confirmStaffEmail(tx, id)
    await recordAudit(tx, { companyId, kind: 'staff', id }, { action: 'staff.confirmed', target: { kind: 'staff', id } })
    return { kind: 'ok', id, accessVersion, amr: ['pwd'] }
  })
}
