import { stillHasAddress } from '#lib/accounts/addresses/claim-address'
import { askedWith, isSameBrowser } from '#lib/accounts/links/is-same-browser'
import { consumeLink, findLink } from '#lib/accounts/links/store'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { transaction, withDatabase } from '#lib/core/db'
import { secretHashes } from '#lib/core/secret-token'
import { findAccount } from './account/store'
import { PEOPLE_ADDRESSES } from './addresses'
import { confirmAccount } from './mail-code/answer-mail-code'

/** Under which secret of this browser a confirmation link was asked for, if it was here; null when it is no longer good. */
export async function readConfirmation(token: string, browserSecrets: readonly string[]): Promise<{ askedWith: string | null } | null> {
  const link = await findLink('person', secretHashes('sgm', token), 'confirm_email')
  return link && { askedWith: askedWith(link, browserSecrets) }
}

export type ConfirmOutcome = ({ kind: 'ok' } & ProvenLogIn) | { kind: 'expired' }

/**
 * Confirms an address by link, in the browser that registered; in any other one see `confirmElsewhere`. The link is used up
 * with the change.
 */
export async function confirmEmail(token: string, browserSecret: string | undefined): Promise<ConfirmOutcome> {
  const hashes = secretHashes('sgm', token)
  const link = await findLink('person', hashes, 'confirm_email')
  const account = link && isSameBrowser(link, browserSecret) ? await withDatabase((db) => findAccount(db, link.ownerId)) : null
  if (!link || !account || !(await stillHasAddress(PEOPLE_ADDRESSES, link.ownerId))) return { kind: 'expired' }
  const isDone = await transaction(async (tx) => {
    if (!(await consumeLink(tx, { realm: 'person', id: link.ownerId }, hashes, 'confirm_email'))) return false
    await confirmAccount(tx, link.ownerId)
    return true
  })
  if (!isDone) return { kind: 'expired' }
  return { kind: 'ok', id: link.ownerId, accessVersion: account.accessVersion, amr: account.passwordHash === null ? ['otp'] : ['pwd'] }
}
