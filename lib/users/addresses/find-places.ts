import { emailIndexesOf } from '../email-index'
import { type Entry, findEntries } from './store'

/** Where an account may be that has an address. */
export type Place = Pick<Entry, 'userId' | 'emailIndex'>

/**
 * Where to look for the account of an address: in one place, mostly. For an address that stands nowhere, where nobody is, so that
 * looking takes as long.
 * @param email in normal form
 */
export async function findPlaces(email: string): Promise<Place[]> {
  const emailIndexes = emailIndexesOf(email)
  const entries = await findEntries(emailIndexes)
  return entries.length > 0 ? entries : emailIndexes.slice(0, 1).map(nobodyAt)
}

const nobodyAt = (emailIndex: Buffer): Place => ({ userId: `usr_${emailIndex.toString('hex').slice(0, 22)}`, emailIndex })
