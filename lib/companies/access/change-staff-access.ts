import { prismaTransaction } from '#lib/core/db'
import { type EndedStaffAccess, endStaffAccess, holdStaffForChange, isLiveStaffSession, type StaffAccessChange } from './store'

/**
 * The only way to change who can get into a member's account, as `changeAccess` is for people: whatever was open before
 * ends with the change.
 * @param by the session that asks, and stays; null for somebody who came by a link or in another way
 * @param work null when there was nothing to change: then nothing ends
 * @returns what `work` did; null too when the member, or the session that asked, is gone
 */
export const changeStaffAccess = <Result>(
  staffId: string,
  by: Buffer<ArrayBuffer> | null,
  work: (change: StaffAccessChange, end: () => Promise<EndedStaffAccess>) => Promise<Result | null>,
): Promise<Result | null> =>
  prismaTransaction(async (tx) => {
    if (!(await holdStaffForChange(tx, staffId))) return null
    if (by && !(await isLiveStaffSession(tx, staffId, by))) return null
    const change = tx as StaffAccessChange
    let ended: Promise<EndedStaffAccess> | undefined
    const end = () => (ended ??= endStaffAccess(change, staffId, by))
    const result = await work(change, end)
    if (result !== null) await end()
    return result
  })
