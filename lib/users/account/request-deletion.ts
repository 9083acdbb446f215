import { changeAccess } from '#lib/accounts/credentials/change-access'
import { isSameEmail } from '#lib/core/email-address'
import { suspendGrantsOf } from '#lib/grants/end-grants'
import { timesFor } from '#lib/i18n/times'
import { mailPerson } from '#lib/mail/person-mail'
import { frozenUntil } from './address-undo-store'
import { requireAccount } from './open-account'
import { planDeletion } from './store'

export const GRACE_DAYS = 14

/**
 * Plans the end of an account. Every session ends now and no app can use anything any more; all of it is destroyed when
 * the grace period is over. Logging in before that brings everything back.
 * @param typedEmail typed once more, so that nobody does this by accident
 * @returns false when that is not the account's address, or while a change of address can be undone
 */
export async function requestDeletion(userId: string, typedEmail: string): Promise<boolean> {
  const isPlanned = await changeAccess({ realm: 'person', id: userId }, null, async (tx) => {
    const account = await requireAccount(tx, userId)
    if (!isSameEmail(typedEmail, account.email) || (await frozenUntil(tx, userId))) return null
    await suspendGrantsOf(tx, userId, 'deletion')
    const due = await planDeletion(tx, userId, GRACE_DAYS * 24 * 3600)
    const date = timesFor({ locale: account.locale, zones: [account.profile.zoneinfo] }).longDay(due ?? new Date())
    await mailPerson(tx, account, 'deletion', { values: { date }, path: '/login' })
    return true
  })
  return isPlanned === true
}
