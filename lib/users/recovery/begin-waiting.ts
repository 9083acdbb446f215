import type { Prisma } from '#lib/core/db'
import { issueSecret } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { timesFor } from '#lib/i18n/times'
import { mailPerson } from '#lib/mail/person-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import { requireAccount } from '../account/open-account'
import { recordActivity } from '../activity/store'
import { insertRecovery } from './store'

/**
 * Somebody who knows the password showed the account's own document with their face: from now on the account waits, and
 * its owner is written to with a link that objects. Nothing of the account changes yet. One that waits already goes on.
 */
export async function beginWaiting(tx: Prisma, userId: string): Promise<void> {
  const { secret, hash } = issueSecret('sgm', shardOf(userId))
  const dueAt = await insertRecovery(tx, userId, hash)
  if (dueAt === null) return
  const account = await requireAccount(tx, userId)
  await recordActivity(tx, userId, 'account.recovery_begun')
  const when = timesFor({ locale: account.locale, zones: [account.profile.zoneinfo] }).namedMoment(dueAt)
  await mailPerson(tx, account, 'recovery_begun', { path: `/veto/${secret}`, facts: [[MAIL_FACTS[account.locale].when, when]] })
}
