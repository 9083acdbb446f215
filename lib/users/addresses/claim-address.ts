import type { ClaimedAddress } from '#lib/accounts/claimed-address'
import { apartFromTransaction, sql, transaction } from '#lib/core/db'
import { UnavailableError } from '#lib/core/errors'
import { deleteUnconfirmedAccount } from '../account/store'
import { emailIndexesOf } from '../email-index'
import { type Holder, holderOf } from './find-holder'
import { findEmailIndex, findEntries, findEntry, takeEntry } from './store'

/** `busy`: somebody else is having it at this moment. */
export type Claim = { kind: 'claimed'; address: ClaimedAddress } | { kind: 'held'; holder: Holder } | { kind: 'busy' }

/** Half of what a claim lasts: after that nothing is written any more that could be committed when it is over. */
const FRESH_MS = 15_000
const TRIES = 3

/**
 * Writes down that an address is to be this account's. A registration that nobody confirmed gives way; so does a line that a
 * crash left, which leads to nobody.
 * @param email in normal form
 */
export const claimAddress = (email: string, userId: string): Promise<Claim> =>
  apartFromTransaction(async (): Promise<Claim> => {
    const [emailIndex, ...others] = emailIndexesOf(email) as [Buffer<ArrayBuffer>, ...Buffer<ArrayBuffer>[]]
    for (const entry of others.length > 0 ? await findEntries(others) : []) {
      const holder = entry.userId === userId ? null : await holderOf(entry)
      if (holder && holder.hold !== 'unconfirmed') return { kind: 'held', holder }
      if (holder && !(await giveWay(holder))) return { kind: 'busy' }
    }
    return claimIndex(emailIndex, userId)
  })

/** The same for an address in the form in which it is kept. */
export const claimIndex = (emailIndex: Buffer<ArrayBuffer>, userId: string): Promise<Claim> =>
  apartFromTransaction(async (): Promise<Claim> => {
    for (let nth = 0; nth < TRIES; nth++) {
      const began = performance.now()
      const entry = await findEntry(emailIndex)
      if (entry && entry.userId !== userId) {
        const holder = await holderOf(entry)
        if (holder && holder.hold !== 'unconfirmed') return { kind: 'held', holder }
        if (holder && !(await giveWay(holder))) continue
        if (!holder && entry.isFresh) return { kind: 'busy' }
      }
      if (await takeEntry(emailIndex, userId, entry)) return { kind: 'claimed', address: asClaimed(emailIndex, userId, began) }
    }
    return { kind: 'busy' }
  })

/** @returns false when it was confirmed meanwhile, or is gone already */
const giveWay = async ({ id }: Holder): Promise<boolean> => (await transaction((tx) => deleteUnconfirmedAccount(tx, id))).count === 1

const asClaimed = (emailIndex: Buffer<ArrayBuffer>, userId: string, began: number) =>
  ({
    emailIndex,
    userId,
    requireFresh: () => {
      if (performance.now() - began > FRESH_MS) throw new UnavailableError()
    },
  }) as ClaimedAddress

/** For accounts that we make. @throws Error when somebody has the address */
export async function requireAddress(email: string, userId: string): Promise<ClaimedAddress> {
  const claim = await claimAddress(email, userId)
  if (claim.kind !== 'claimed') throw new Error('there is an account with this address')
  return claim.address
}

/** Whether an account still has the address it was opened with: nobody confirms one that is another's by now. */
export const stillHasAddress = (userId: string): Promise<boolean> =>
  apartFromTransaction(async () => {
    const emailIndex = await findEmailIndex(sql, userId)
    return emailIndex !== null && (await claimIndex(emailIndex, userId)).kind === 'claimed'
  })
