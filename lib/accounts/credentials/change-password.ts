import { withDatabase } from '#lib/core/db'
import { MIN_ALONE, MIN_WITH_SECOND_FACTOR, type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword } from '#lib/core/passwords'
import { type Accounts, requireAccount } from '../accounts'
import { takeAllowance } from '../throttles/take-allowance'
import { changeAccess } from './change-access'
import { setPasswordHash } from './store'
import { verifyOwn } from './verify-own'

export type ChangePasswordOutcome = { kind: 'changed' | 'wrong' | 'busy' } | { kind: 'unfit_password'; fault: PasswordFault; minimum: number }

/**
 * Replaces the password, or sets the first one, and ends every other session.
 * @param current the password there is; null where there is none and whoever sits there proved otherwise who they are
 */
export async function changePassword(
  accounts: Accounts,
  id: string,
  sessionHash: Buffer<ArrayBuffer>,
  current: string | null,
  next: string,
): Promise<ChangePasswordOutcome> {
  const { realm } = accounts
  const allowance = await takeAllowance({ act: 'reauthentication', realm, by: 'account', subject: id })
  if (allowance.kind !== 'taken') return { kind: 'busy' }
  const account = await withDatabase((db) => requireAccount(db, accounts, id))
  const minimum = account.hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE
  const fault = passwordFault(next, [account.email, ...account.ownWords], minimum)
  if (fault) return { kind: 'unfit_password', fault, minimum }
  const verdict = await verifyOwn(account, current)
  if (verdict !== 'right') return { kind: verdict }
  const passwordHash = await hashPassword(next)
  if (passwordHash === null) return { kind: 'busy' }
  const owner = { realm, id }
  const isDone = await changeAccess(owner, sessionHash, async (change) => {
    // The password that was typed belongs to the account as it was then.
    const now = await requireAccount(change, accounts, id)
    if (now.accessVersion !== account.accessVersion) return null
    await setPasswordHash(change, owner, passwordHash)
    await accounts.tell(change, account, 'password_changed')
    return true
  })
  return { kind: isDone ? 'changed' : 'busy' }
}
