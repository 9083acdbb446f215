import { onEachPrimary, type Prisma, transaction } from '#lib/core/db'
import { timesFor } from '#lib/i18n/times'
import { mailPerson } from '#lib/mail/person-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import { requireAccount } from '../account/open-account'
import { takeUntold } from './store'

/**
 * A turn of the worker: whoever began to recover an account three days ago has long closed the page, and its owner may have
 * missed the first mail. Each is written to once, when the waiting is over.
 */
export async function tellDueRecoveries(signal: AbortSignal): Promise<void> {
  await onEachPrimary(async () => {
    while (!signal.aborted && (await transaction(tellOne)));
  })
}

async function tellOne(tx: Prisma): Promise<boolean> {
  const due = await takeUntold(tx)
  if (due === null) return false
  const account = await requireAccount(tx, due.user_id)
  const until = timesFor({ locale: account.locale, zones: [account.profile.zoneinfo] }).namedMoment(due.expires_at)
  await mailPerson(tx, account, 'recovery_ready', { path: '/login', facts: [[MAIL_FACTS[account.locale].until, until]] })
  return true
}
