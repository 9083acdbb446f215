import { transaction } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import type { Accounts } from '../accounts'
import { type News, newsOf } from './guesses'

const FLOOR_MS = 150

/**
 * Tells an account's owner when wrong guesses have become many. The answer that brought the number takes as long where
 * there is nobody to tell.
 * @param id null when the address is nobody's
 */
export async function tellOfGuesses(accounts: Accounts, id: string | null, act: News['act'], tries: number): Promise<void> {
  const news = newsOf(act, tries)
  if (news) await inEvenTime(FLOOR_MS, async () => id && tell(accounts, id, news))
}

const tell = (accounts: Accounts, id: string, { act, kind }: News) =>
  transaction(async (tx) => {
    const account = await accounts.open(tx, id)
    if (account) await accounts.tell(tx, account, `${act}_${kind}`)
  })
