import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { withDatabase } from '#lib/core/db'
import { MIN_ALONE, MIN_WITH_SECOND_FACTOR, type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword, verifyPassword } from '#lib/core/passwords'
import { mailPerson } from '#lib/mail/person-mail'
import { changeAccess } from '../access/change-access'
import { setPasswordHash } from '../access/store'
import { recordActivity } from '../activity/store'
import { requireAccount } from './open-account'

export type ChangePasswordOutcome = { kind: 'changed' | 'wrong' | 'busy' } | { kind: 'unfit_password'; fault: PasswordFault; minimum: number }

/** Replaces the password and ends every other session. */
export async function changePassword(
  userId: string,
  sessionHash: Buffer<ArrayBuffer>,
  current: string,
  next: string,
): Promise<ChangePasswordOutcome> {
  const allowance = await takeAllowance({ act: 'reauthentication', realm: 'person', by: 'account', subject: userId })
  if (allowance.kind !== 'taken') return { kind: 'busy' }
  const account = await withDatabase((db) => requireAccount(db, userId))
  const minimum = account.hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE
  const fault = passwordFault(next, [account.email, ...Object.values(account.profile)], minimum)
  if (fault) return { kind: 'unfit_password', fault, minimum }
  const verdict = await verifyPassword(account.passwordHash, current)
  if (verdict !== 'right') return { kind: verdict }
  const passwordHash = await hashPassword(next)
  if (passwordHash === null) return { kind: 'busy' }
  const isDone = await changeAccess(userId, sessionHash, async (change) => {
    // The password that was typed belongs to the account as it was then.
    const now = await requireAccount(change, userId)
    if (now.accessVersion !== account.accessVersion) return null
    await setPasswordHash(change, userId, passwordHash)
    await recordActivity(change, userId, 'account.password_changed')
    await mailPerson(change, account, 'password_changed', { path: '/recover' })
    return true
  })
  return { kind: isDone ? 'changed' : 'busy' }
}
