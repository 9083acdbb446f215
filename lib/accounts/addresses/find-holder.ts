import { apartFromTransaction } from '#lib/core/db'
import type { AddressBook } from './address-book'
import { findPlaces, type Place } from './find-places'
import { findHolderRow } from './store'

/** @property hold how an account has an address: as its own, or as one that it left and may still come back to */
export type Holder = { id: string; hold: 'confirmed' | 'kept' | 'unconfirmed' }

const RANK = { confirmed: 0, kept: 1, unconfirmed: 2 } as const

/** Whose the address of a line is; null when it leads to nobody. */
export async function holderOf(entry: Place): Promise<Holder | null> {
  const row = await findHolderRow(entry)
  if (row?.is_theirs) return { id: entry.id, hold: row.is_confirmed ? 'confirmed' : 'unconfirmed' }
  return row?.kept_until ? { id: entry.id, hold: 'kept' } : null
}

/** Whose an address is. Of two accounts that are kept under its forms the confirmed one counts. @param email in normal form */
export const findHolder = (book: AddressBook, email: string): Promise<Holder | null> =>
  apartFromTransaction(async () => {
    const holders = (await Promise.all((await findPlaces(book, email)).map(holderOf))).filter((holder) => holder !== null)
    return holders.sort((one, other) => RANK[one.hold] - RANK[other.hold])[0] ?? null
  })

/** The account of an address; one that it was changed away from has it no longer. */
export async function findByAddress(book: AddressBook, email: string): Promise<{ id: string; isConfirmed: boolean } | null> {
  const holder = await findHolder(book, email)
  return holder && holder.hold !== 'kept' ? { id: holder.id, isConfirmed: holder.hold === 'confirmed' } : null
}
