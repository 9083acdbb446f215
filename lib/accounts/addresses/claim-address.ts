import { apartFromTransaction, sql } from '#lib/core/db'
import { UnavailableError } from '#lib/core/errors'
import type { Owner, Realm } from '../realm'
import type { AddressBook } from './address-book'
import type { ClaimedAddress } from './claimed-address'
import { type Holder, holderOf } from './find-holder'
import { findEmailIndex, findEntries, findEntry, takeEntry } from './store'

/** `busy`: somebody else is having it at this moment. */
export type Claim<For extends Realm> = { kind: 'claimed'; address: ClaimedAddress<For> } | { kind: 'held'; holder: Holder } | { kind: 'busy' }

/** Half of what a claim lasts: after that nothing is written any more that could be committed when it is over. */
const FRESH_MS = 15_000
const TRIES = 3

/**
 * Writes down that an address is to be this account's. A registration that nobody confirmed gives way; so does a line that a
 * crash left, which leads to nobody.
 * @param email in normal form
 */
export const claimAddress = <For extends Realm>(book: AddressBook<For>, email: string, id: string): Promise<Claim<For>> =>
  apartFromTransaction(async (): Promise<Claim<For>> => {
    const [emailIndex, ...others] = book.indexesOf(email) as [Buffer<ArrayBuffer>, ...Buffer<ArrayBuffer>[]]
    for (const entry of others.length > 0 ? await findEntries(book.realm, others) : []) {
      const holder = entry.id === id ? null : await holderOf(entry)
      if (holder && holder.hold !== 'unconfirmed') return { kind: 'held', holder }
      if (holder && !(await book.removeUnconfirmed(holder.id))) return { kind: 'busy' }
    }
    return claimIndex(book, emailIndex, id)
  })

/** The same for an address in the form in which it is kept. */
export const claimIndex = <For extends Realm>(book: AddressBook<For>, emailIndex: Buffer<ArrayBuffer>, id: string): Promise<Claim<For>> =>
  apartFromTransaction(async (): Promise<Claim<For>> => {
    const { realm } = book
    for (let nth = 0; nth < TRIES; nth++) {
      const began = performance.now()
      const entry = await findEntry(realm, emailIndex)
      if (entry && entry.id !== id) {
        const holder = await holderOf(entry)
        if (holder && holder.hold !== 'unconfirmed') return { kind: 'held', holder }
        if (holder && !(await book.removeUnconfirmed(holder.id))) continue
        if (!holder && entry.isFresh) return { kind: 'busy' }
      }
      if (await takeEntry({ realm, id }, emailIndex, entry)) return { kind: 'claimed', address: asClaimed({ realm, id }, emailIndex, began) }
    }
    return { kind: 'busy' }
  })

const asClaimed = <For extends Realm>(owner: Owner & { realm: For }, emailIndex: Buffer<ArrayBuffer>, began: number) =>
  ({
    ...owner,
    emailIndex,
    requireFresh: () => {
      if (performance.now() - began > FRESH_MS) throw new UnavailableError()
    },
  }) as ClaimedAddress<For>

/** For accounts that we make. @throws Error when somebody has the address */
export async function requireAddress<For extends Realm>(book: AddressBook<For>, email: string, id: string): Promise<ClaimedAddress<For>> {
  const claim = await claimAddress(book, email, id)
  if (claim.kind !== 'claimed') throw new Error('there is an account with this address')
  return claim.address
}

/** Whether an account still has the address it was opened with: nobody confirms one that is another's by now. */
export const stillHasAddress = (book: AddressBook, id: string): Promise<boolean> =>
  apartFromTransaction(async () => {
    const emailIndex = await findEmailIndex(sql, { realm: book.realm, id })
    return emailIndex !== null && (await claimIndex(book, emailIndex, id)).kind === 'claimed'
  })
