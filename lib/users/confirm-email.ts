import { isSameBrowser } from '#lib/accounts/links/is-same-browser'
import { consumeLink, findLink } from '#lib/accounts/links/store'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { transaction, withDatabase } from '#lib/core/db'
import { secretHashes } from '#lib/core/secret-token'
import { findAccount } from './account/store'
import { confirmAccount } from './mail-code/answer-mail-code'

/** Whether a confirmation link is opened in the browser that asked for it; null when it is no longer good. */
export async function readConfirmation(token: string, browserSecret: string | undefined): Promise<{ isSameBrowser: boolean } | null> {
  const link = await findLink('person', secretHashes('sgm', token), 'confirm_email')
  return link && { isSameBrowser: isSameBrowser(link, browserSecret) }
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
  if (!link || !account) return { kind: 'expired' }
  const isDone = await transaction(async (tx) => {
    if (!(await consumeLink(tx, { realm: 'person', id: link.ownerId }, hashes, 'confirm_email'))) return false
    await confirmAccount(tx, link.ownerId)
    return true
  })
  if (!isDone) return { kind: 'expired' }
  return { kind: 'ok', id: link.ownerId, accessVersion: account.accessVersion, amr: account.passwordHash === null ? ['otp'] : ['pwd'] }
}
