import { claimIndex } from '#lib/accounts/addresses/claim-address'
import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { leaveAddress } from '#lib/accounts/addresses/leave-address'
import { withAddress } from '#lib/accounts/addresses/settle-addresses'
import { changeAccess } from '#lib/accounts/credentials/change-access'
import { deleteFactorsSince, setEmail, setPasswordHash } from '#lib/accounts/credentials/store'
import { RECOVERY_SECONDS } from '#lib/accounts/links/lifetimes'
import { insertLink } from '#lib/accounts/links/store'
import { withDatabase } from '#lib/core/db'
import { hashPassword } from '#lib/core/passwords'
import { randomBase62 } from '#lib/core/random-id'
import type { Place } from '#lib/core/sealed'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { mailPerson } from '#lib/mail/person-mail'
import { recordActivity } from '../activity/store'
import { PEOPLE_ADDRESSES } from '../addresses'
import { type AddressUndo, findUndo, takeUndo, UNDO_HOURS } from './address-undo-store'
import { openAccount, requireAccount } from './open-account'

export const undoPlace = (userId: string): Place => ({ table: 'address_undos', row: userId, column: 'email_sealed' })

/** The address a link gives the account back to; null when it is no longer good. */
export async function readUndo(token: string): Promise<{ email: string } | null> {
  return withDatabase(async (db) => {
    const undo = await findUndo(db, secretHashes('sgm', token))
    const account = undo && (await openAccount(db, undo.userId))
    return undo && account && { email: account.vault.openSecret(undo.emailSealed, undoPlace(undo.userId)) }
  })
}

export type UndoOutcome = { kind: 'ok'; recoveryToken: string } | { kind: 'expired' | 'busy' }

/**
 * Gives an account back to the address it had. Whoever holds that mailbox could set a new password the day before, so
 * this lets nobody in who could not get in then; a second factor of old is asked for as ever. Whoever changed the address
 * keeps nothing: password, sessions, links, later addresses and every way in that was added since, or in the same span
 * before, are gone. What follows is a new password, by a link as after a recovery mail.
 */
export async function undoEmailChange(token: string): Promise<UndoOutcome> {
  const hashes = secretHashes('sgm', token)
  const undo = await withDatabase((db) => findUndo(db, hashes))
  if (!undo) return { kind: 'expired' }
  const { userId } = undo
  const unknownPassword = await hashPassword(randomBase62(43))
  if (unknownPassword === null) return { kind: 'busy' }
  const claim = await claimIndex(PEOPLE_ADDRESSES, undo.emailIndex, userId)
  if (claim.kind !== 'claimed') return { kind: 'expired' }
  const recoveryToken = await leaveAddress({ realm: 'person', id: userId }, () =>
    withAddress(claim.address, () => giveBack(undo, claim.address, hashes, unknownPassword)),
  )
  return recoveryToken === null ? { kind: 'expired' } : { kind: 'ok', recoveryToken }
}

/** @returns the secret of the link to a new password; null when the other link was used or its time is over */
const giveBack = (
  { userId, emailSealed }: AddressUndo,
  address: ClaimedAddress<'person'>,
  hashes: Buffer[],
  unknownPassword: string,
): Promise<string | null> =>
  changeAccess({ realm: 'person', id: userId }, null, async (change, end) => {
    const leftAt = await takeUndo(change, hashes, userId)
    if (!leftAt) return null
    const left = await requireAccount(change, userId)
    await setEmail(change, address, left.vault.sealEmail(left.vault.openSecret(emailSealed, undoPlace(userId))))
    await setPasswordHash(change, { realm: 'person', id: userId }, unknownPassword)
    await deleteFactorsSince(change, userId, leftAt, UNDO_HOURS)
    await end()
    await recordActivity(change, userId, 'account.email_restored')
    await mailPerson(change, left, 'email_taken_back', { path: '/recover' })
    const back = await requireAccount(change, userId)
    await mailPerson(change, back, 'email_restored', { path: '/recover' })
    const { secret, hash: tokenHash } = issueSecret('sgm', shardOf(userId))
    await insertLink(change, { realm: 'person', id: userId }, back.accessVersion, {
      tokenHash,
      purpose: 'recover',
      lifetimeSeconds: RECOVERY_SECONDS,
    })
    return secret
  })
