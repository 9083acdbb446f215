import { isSameBrowser } from '#lib/accounts/links/is-same-browser'
import { consumeLink, findLink } from '#lib/accounts/links/store'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { transaction, withDatabase } from '#lib/core/db'
import { verifyPassword } from '#lib/core/passwords'
import { secretHashes } from '#lib/core/secret-token'
import { confirmEmailOf, findAccount } from './account/store'
import { recordActivity } from './activity/store'

/** What the page behind a confirmation link must ask; null when the link is no longer good. */
export async function readConfirmation(token: string, browserSecret: string | undefined): Promise<{ needsPassword: boolean } | null> {
  const link = await findLink('person', secretHashes('sgm', token), 'confirm_email')
  return link && { needsPassword: !isSameBrowser(link, browserSecret) }
}

export type ConfirmOutcome = ({ kind: 'ok'; interactionId: string | null } & ProvenLogIn) | { kind: 'expired' | 'wrong' | 'busy' }

/**
 * Confirms an address. The browser that registered needs the link only; any other one the password as well, or somebody
 * could prepare an account and have the owner of the address open it. The link is used up with the change.
 */
export async function confirmEmail(token: string, browserSecret: string | undefined, password: string): Promise<ConfirmOutcome> {
  const hashes = secretHashes('sgm', token)
  const link = await findLink('person', hashes, 'confirm_email')
  const account = link && (await withDatabase((db) => findAccount(db, link.ownerId)))
  if (!link || !account) return { kind: 'expired' }
  if (!isSameBrowser(link, browserSecret)) {
    const allowance = await takeAllowance({ act: 'confirmation', realm: 'person', by: 'account', subject: link.ownerId })
    if (allowance.kind !== 'taken') return { kind: 'wrong' }
    const verdict = await verifyPassword(account.passwordHash, password)
    if (verdict !== 'right') return { kind: verdict }
  }
  const isDone = await transaction(async (tx) => {
    if (!(await consumeLink(tx, { realm: 'person', id: link.ownerId }, hashes, 'confirm_email'))) return false
    await confirmEmailOf(tx, link.ownerId)
    await recordActivity(tx, link.ownerId, 'account.email_confirmed')
    return true
  })
  if (!isDone) return { kind: 'expired' }
  return { kind: 'ok', id: link.ownerId, accessVersion: account.accessVersion, amr: ['pwd'], interactionId: link.interactionId }
}
