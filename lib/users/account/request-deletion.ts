import { prismaTransaction } from '#lib/core/db'
import { mailPerson } from '#lib/mail/person-mail'
import { recordActivity } from '../activity/store'
import { normaliseEmail } from '../schema'
import { requireAccount } from './open-account'
import { deleteSessions, planDeletion } from './store'

export const GRACE_DAYS = 14

/**
 * Plans the end of an account: every session ends now, everything else when the grace period is over. Logging in before
 * that calls it off.
 * @param typedEmail typed once more, so that nobody does this by accident
 * @returns whether the address was the account's
 */
export const requestDeletion = (userId: string, typedEmail: string): Promise<boolean> =>
  prismaTransaction(async (tx) => {
    const account = await requireAccount(tx, userId)
    if (normaliseEmail(typedEmail) !== account.email) return false
    const due = await planDeletion(tx, userId, GRACE_DAYS * 24 * 3600)
    await deleteSessions(tx, userId)
    await recordActivity(tx, userId, 'account.deletion_requested')
    const date = new Intl.DateTimeFormat(account.locale, { dateStyle: 'long', timeZone: account.profile.zoneinfo ?? 'UTC' }).format(due ?? new Date())
    await mailPerson(tx, account, 'deletion', { values: { date }, path: '/login' })
    return true
  })
