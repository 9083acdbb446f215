import { claimAddress } from '#lib/accounts/addresses/claim-address'
import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { findHolder, type Holder } from '#lib/accounts/addresses/find-holder'
import { leaveAddress } from '#lib/accounts/addresses/leave-address'
import { withAddress } from '#lib/accounts/addresses/settle-addresses'
import type { Client } from '#lib/accounts/client'
import { changeAccess } from '#lib/accounts/credentials/change-access'
import { setEmail } from '#lib/accounts/credentials/store'
import { consumeLink, findLink, insertLink } from '#lib/accounts/links/store'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { type Prisma, transaction, withDatabase } from '#lib/core/db'
import { isSameEmail, mailboxOf, readEmail } from '#lib/core/email-address'
import { inEvenTime } from '#lib/core/even-time'
import type { Place } from '#lib/core/sealed'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { mailPerson } from '#lib/mail/person-mail'
import { recordActivity } from '../activity/store'
import { PEOPLE_ADDRESSES } from '../addresses'
import { keepAddress } from './address-undo-store'
import { type OpenAccount, openAccount, requireAccount } from './open-account'
import { undoPlace } from './undo-email-change'

const LINK_SECONDS = 3600
const FLOOR_MS = 300

const place = (userId: string): Place => ({ table: 'mail_links', row: userId, column: 'email_sealed' })

export type RequestEmailChangeOutcome = { kind: 'mailed'; email: string } | { kind: 'invalid_email' | 'same' } | Refusal

/**
 * Sends a link to a new address. The answer, and its time, are the same for an address that has an account; its owner
 * is told by mail instead.
 */
export async function requestEmailChange(userId: string, typed: string, { network }: Client): Promise<RequestEmailChangeOutcome> {
  const email = readEmail(typed)
  if (email === null) return { kind: 'invalid_email' }
  const account = await withDatabase((db) => requireAccount(db, userId))
  if (isSameEmail(email, account.email)) return { kind: 'same' }
  const allowance = await takeAllowance(
    { act: 'addressChange', realm: 'person', by: 'account', subject: userId },
    { act: 'addressChange', realm: 'person', by: 'network', subject: network },
    { act: 'addressChange', realm: 'person', by: 'service', subject: '' },
    { act: 'addressChange', realm: 'person', by: 'mailbox', subject: mailboxOf(email) },
  )
  if (allowance.kind !== 'taken') return allowance
  await inEvenTime(FLOOR_MS, async () => {
    const holder = await findHolder(PEOPLE_ADDRESSES, email)
    await transaction((tx) => mailLinkTo(tx, account, email, holder))
  })
  return { kind: 'mailed', email }
}

async function mailLinkTo(tx: Prisma, account: OpenAccount, email: string, holder: Holder | null): Promise<void> {
  const owner = holder && holder.hold !== 'kept' ? await openAccount(tx, holder.id) : null
  if (owner) {
    await mailPerson(tx, owner, 'address_known', { path: '/recover' })
    return
  }
  if (holder?.hold === 'kept' && holder.id !== account.id) {
    await mailPerson(tx, { ...account, email }, 'address_kept', { path: '/' })
    return
  }
  const { secret, hash: tokenHash } = issueSecret('sgm', shardOf(account.id))
  const emailSealed = account.vault.sealSecret(email, place(account.id))
  const link = { tokenHash, purpose: 'change_email', emailSealed, lifetimeSeconds: LINK_SECONDS } as const
  const isOpen = await insertLink(tx, { realm: 'person', id: account.id }, account.accessVersion, link)
  if (isOpen) await mailPerson(tx, { ...account, email }, 'change_email', { path: `/account/email/${secret}` })
}

export const openNewAddress = (vault: OpenAccount['vault'], userId: string, emailSealed: Uint8Array): string =>
  vault.openSecret(emailSealed, place(userId))

/** The address a link of this person leads to; null for any other link. */
export async function readEmailChange(userId: string, token: string): Promise<string | null> {
  const link = await findLink('person', secretHashes('sgm', token), 'change_email')
  if (!link?.emailSealed || link.ownerId !== userId) return null
  const { vault } = await withDatabase((db) => requireAccount(db, userId))
  return openNewAddress(vault, userId, link.emailSealed)
}

/**
 * Changes the address, and tells both. The old one gets a link that takes the account back, one for each change: a second
 * change leaves the first address its link. Until the links are over nothing can be exported or deleted.
 * @param sessionHash the session that asks; it stays
 * @returns false when the link is spent or the address was taken meanwhile
 */
export async function changeEmail(userId: string, sessionHash: Buffer<ArrayBuffer>, token: string): Promise<boolean> {
  const email = await readEmailChange(userId, token)
  if (email === null) return false
  const claim = await claimAddress(PEOPLE_ADDRESSES, email, userId)
  if (claim.kind !== 'claimed') return false
  return leaveAddress({ realm: 'person', id: userId }, () => withAddress(claim.address, () => change(claim.address, email, sessionHash, token)))
}

async function change(address: ClaimedAddress<'person'>, email: string, sessionHash: Buffer<ArrayBuffer>, token: string): Promise<boolean> {
  const { id: userId } = address
  const owner = { realm: 'person', id: userId } as const
  const isDone = await changeAccess(owner, sessionHash, async (tx) => {
    if (!(await consumeLink(tx, owner, secretHashes('sgm', token), 'change_email'))) return null
    const account = await requireAccount(tx, userId)
    const { secret, hash } = issueSecret('sgm', shardOf(userId))
    await keepAddress(tx, userId, hash, account.vault.sealSecret(account.email, undoPlace(userId)))
    await setEmail(tx, address, account.vault.sealEmail(email))
    await recordActivity(tx, userId, 'account.email_changed')
    await mailPerson(tx, account, 'email_changed', { path: `/undo/${secret}` })
    await mailPerson(tx, { ...account, email }, 'email_is_new', { path: '/account/security' })
    return true
  })
  return isDone === true
}
