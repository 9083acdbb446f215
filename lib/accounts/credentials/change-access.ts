import { transaction } from '#lib/core/db'
import type { Owner } from '../realm'
import { type AccessChange, type EndedAccess, endAccess, holdForChange, isLiveSession } from './store'

/**
 * The only way to change who can get into an account. In one transaction the account is held, `work` changes it, and
 * everything that was open before ends: links in mails, log-ins that wait for a second factor, passkeys being made, and
 * every session but the one that asked. What begins at the same moment waits, and then counts as begun before.
 * @see OWASP ASVS 5.0 §7.4.3
 * @param by the session that asks, and stays; null for somebody who came by a link or in another way
 * @param work null when there was nothing to change: then nothing ends
 * @returns what `work` did; null too when the account, or the session that asked, is gone
 */
export const changeAccess = <Result>(
  owner: Owner,
  by: Buffer<ArrayBuffer> | null,
  work: (change: AccessChange, end: () => Promise<EndedAccess>) => Promise<Result | null>,
): Promise<Result | null> =>
  transaction(async (tx) => {
    if (!(await holdForChange(tx, owner))) return null
    if (by && !(await isLiveSession(tx, owner, by))) return null
    const change = tx as AccessChange
    let ended: Promise<EndedAccess> | undefined
    const end = () => (ended ??= endAccess(change, owner, by))
    const result = await work(change, end)
    if (result !== null) await end()
    return result
  })
