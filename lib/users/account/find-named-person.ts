import { readEmail } from '#lib/core/email-address'
import { findByAddress } from '../addresses/find-holder'

/** @param who the address or the id of a person @returns their id; an id is not looked up */
export async function idOfNamed(who: string): Promise<string | undefined> {
  return who.includes('@') ? (await findByAddress(readEmail(who) ?? ''))?.id : who
}
