import { withDatabase } from '#lib/core/db'
import { readEmail } from '#lib/core/email-address'
import { emailIndexesOf } from '../email-index'
import { findIdByEmail } from './store'

/** @param who the address or the id of a person @returns their id; an id is not looked up */
export async function idOfNamed(who: string): Promise<string | undefined> {
  return who.includes('@') ? (await withDatabase((db) => findIdByEmail(db, emailIndexesOf(readEmail(who) ?? ''))))?.id : who
}
