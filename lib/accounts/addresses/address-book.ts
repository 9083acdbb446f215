import type { Realm } from '../realm'

/** The addresses of one realm's accounts, as far as the realms differ. */
export interface AddressBook<For extends Realm = Realm> {
  realm: For
  /** All that an address may be kept under, the form of today first. @param email in normal form */
  indexesOf(email: string): Buffer<ArrayBuffer>[]
  /** Removes an account that nobody confirmed. @returns false when it was confirmed meanwhile, or is gone already */
  removeUnconfirmed(id: string): Promise<boolean>
}
