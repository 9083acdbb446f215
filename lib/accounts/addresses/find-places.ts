import type { Realm } from '../realm'
import type { AddressBook } from './address-book'
import { type Entry, findReachableEntries } from './store'

/** Where an account may be that has an address. */
export type Place = Pick<Entry, 'realm' | 'id' | 'emailIndex'>

/**
 * Where to look for the account of an address: in one place, mostly. For an address that stands nowhere, where nobody is, so that
 * looking takes as long.
 * @param email in normal form
 */
export async function findPlaces({ realm, indexesOf }: AddressBook, email: string): Promise<Place[]> {
  const emailIndexes = indexesOf(email)
  const entries = await findReachableEntries(realm, emailIndexes)
  return entries.length > 0 ? entries : emailIndexes.slice(0, 1).map((emailIndex) => nobodyAt(realm, emailIndex))
}

const PREFIX: Record<Realm, string> = { person: 'usr', staff: 'stf' }

const nobodyAt = (realm: Realm, emailIndex: Buffer): Place => ({
  realm,
  id: `${PREFIX[realm]}_${emailIndex.toString('hex').slice(0, 22)}`,
  emailIndex,
})
