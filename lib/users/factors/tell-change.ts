import type { Prisma } from '#lib/core/db'
import { mailPerson } from '#lib/mail/person-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import type { OpenAccount } from '../account/open-account'
import { recordActivity } from '../activity/store'

export type FactorChange = 'passkey_added' | 'passkey_removed' | 'totp_enabled' | 'totp_disabled' | 'recovery_codes_made'

/** A changed way to log in goes into the history and is told by mail. */
export async function tellChange(tx: Prisma, account: OpenAccount, change: FactorChange): Promise<void> {
  await recordActivity(tx, account.id, `account.${change}`)
  await mailPerson(tx, account, 'security_changed', { values: { change: MAIL_FACTS[account.locale].changes[change] }, path: '/account/security' })
}
