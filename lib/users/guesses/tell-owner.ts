import { type News, newsOf } from '#lib/accounts/throttles/guesses'
import { prismaTransaction } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import { mailPerson } from '#lib/mail/person-mail'
import { openAccount } from '../account/open-account'
import { type AccountAction, recordActivity } from '../activity/store'

const FLOOR_MS = 150

const ACTIONS = {
  password: { guessed: 'account.password_guessed', stopped: 'account.password_stopped' },
  code: { guessed: 'account.code_guessed', stopped: 'account.code_stopped' },
} as const satisfies Record<News['act'], Record<News['kind'], AccountAction>>

const MAILS = {
  password: { guessed: 'password_guessed', stopped: 'password_stopped' },
  code: { guessed: 'code_guessed', stopped: 'code_stopped' },
} as const

/**
 * Tells a person, by mail and in their history, when wrong guesses have become many. The answer that brought the number
 * takes as long where there is nobody to tell.
 * @param userId null when the address is nobody's
 */
export async function tellOwnerOfGuesses(userId: string | null, act: News['act'], tries: number): Promise<void> {
  const news = newsOf(act, tries)
  if (news) await inEvenTime(FLOOR_MS, async () => userId && tell(userId, news))
}

const tell = (userId: string, { act, kind }: News) =>
  prismaTransaction(async (tx) => {
    const account = await openAccount(tx, userId)
    if (!account) return
    await recordActivity(tx, userId, ACTIONS[act][kind])
    await mailPerson(tx, account, MAILS[act][kind], { path: act === 'code' || kind === 'stopped' ? '/recover' : '/account/security' })
  })
