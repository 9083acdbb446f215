import { sql } from '#lib/core/db'
import { doubtAddress, settleIfReached } from './settle-addresses'
import { findEmailIndex } from './store'

/** A change after which an account may have another address: the line of the one that it has now is looked at again, whatever becomes of it. */
export async function leaveAddress<Result>(userId: string, change: () => Promise<Result>): Promise<Result> {
  const emailIndex = await findEmailIndex(sql, userId)
  if (emailIndex) await doubtAddress(emailIndex, userId)
  const result = await change()
  if (emailIndex) await settleIfReached(emailIndex, userId)
  return result
}
