import type { Prisma } from '#lib/core/db'
import { mailPerson } from '#lib/mail/person-mail'
import { requireAccount } from '#lib/users/account/open-account'
import { recordActivity } from '#lib/users/activity/store'

/** What a person hears of a contest. Who is on the other side is in none of it. */
type News = 'suspended' | 'contested' | 'contest_opened' | 'contest_won' | 'contest_lost'

/** By mail and in the history, in the transaction of what happened. */
export async function tell(tx: Prisma, userId: string, news: News): Promise<void> {
  const account = await requireAccount(tx, userId)
  await recordActivity(tx, userId, `document.${news}`)
  await mailPerson(tx, account, `document_${news}`, { path: '/account' })
}
