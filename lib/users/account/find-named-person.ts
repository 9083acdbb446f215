import { findByAddress } from '#lib/accounts/addresses/find-holder'
import { readEmail } from '#lib/core/email-address'
import { PEOPLE_ADDRESSES } from '../addresses'

/** @param who the address or the id of a person @returns their id; an id is not looked up */
export async function idOfNamed(who: string): Promise<string | undefined> {
  return who.includes('@') ? (await findByAddress(PEOPLE_ADDRESSES, readEmail(who) ?? ''))?.id : who
}
