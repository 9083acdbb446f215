import { transaction } from '#lib/core/db'
import { utcDay } from '#lib/core/time'
import { mailStaffOf } from '../mail-staff-of'
import { takeEndingKeys } from './store'

/** Before a key runs out its owners and admins have this many days to put another one in its place. */
export const DAYS_BEFORE = 7

const MOST = 20

/** Tells owners and admins once of each key that runs out soon. Any number of processes may do it at once. @returns how many keys */
export async function tellEndingKeys(): Promise<number> {
  let told = 0
  for (let last = MOST; last === MOST; told += last) last = await tellSome()
  return told
}

const tellSome = (): Promise<number> =>
  transaction(async (tx) => {
    const keys = await takeEndingKeys(tx, DAYS_BEFORE, MOST)
    for (const { company_id, name, expires_at } of keys)
      await mailStaffOf(tx, company_id, ['owner', 'admin'], 'staff_key_ending', '/company/keys', { key: name, date: utcDay(expires_at) })
    return keys.length
  })
