import { countAttempt } from '#lib/core/attempts'
import { prismaTransaction, withDatabase } from '#lib/core/db'
import { MIN_ALONE, MIN_WITH_SECOND_FACTOR, type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword, verifyPassword } from '#lib/core/passwords'
import { blindIndex } from '#lib/core/sealed'
import { mailPerson } from '#lib/mail/person-mail'
import { recordActivity } from '../activity/store'
import { requireAccount } from './open-account'
import { deleteSessions, setPasswordHash } from './store'

const TRIES = 10

export type ChangePasswordOutcome = { kind: 'changed' | 'wrong' | 'busy' } | { kind: 'unfit_password'; fault: PasswordFault; minimum: number }

/** Replaces the password and ends every other session. */
export async function changePassword(
  userId: string,
  sessionHash: Buffer<ArrayBuffer>,
  current: string,
  next: string,
): Promise<ChangePasswordOutcome> {
  const { failures } = await countAttempt(blindIndex('throttle', `change ${userId}`), 900)
  if (failures > TRIES) return { kind: 'busy' }
  const account = await withDatabase((db) => requireAccount(db, userId))
  const minimum = account.hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE
  const fault = passwordFault(next, [account.email, ...Object.values(account.profile)], minimum)
  if (fault) return { kind: 'unfit_password', fault, minimum }
  const verdict = await verifyPassword(account.passwordHash, current)
  if (verdict !== 'right') return { kind: verdict }
  const passwordHash = await hashPassword(next)
  if (passwordHash === null) return { kind: 'busy' }
  await prismaTransaction(async (tx) => {
    await setPasswordHash(tx, userId, passwordHash)
    await deleteSessions(tx, userId, sessionHash)
    await recordActivity(tx, userId, 'account.password_changed')
    await mailPerson(tx, account, 'password_changed', { path: '/recover' })
  })
  return { kind: 'changed' }
}
