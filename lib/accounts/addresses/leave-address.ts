import { sql } from '#lib/core/db'
import type { Owner } from '../realm'
import { doubtAddress, settleIfReached } from './settle-addresses'
import { findEmailIndex } from './store'

/** A change after which an account may have another address: the line of the one that it has now is looked at again, whatever becomes of it. */
export async function leaveAddress<Result>(owner: Owner, change: () => Promise<Result>): Promise<Result> {
  const emailIndex = await findEmailIndex(sql, owner)
  if (emailIndex) await doubtAddress(owner, emailIndex)
  const result = await change()
  if (emailIndex) await settleIfReached(owner, emailIndex)
  return result
}
