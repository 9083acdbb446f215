import { transaction } from '#lib/core/db'
import { type Account, type Accounts, requireAccount } from '../accounts'
import { deviceHashOf } from '../client'
import { holdForChange } from '../credentials/store'
import { liftGuesses } from '../throttles/guesses'
import { rememberBrowser } from './store'

/**
 * Somebody who proved who they are.
 * @property accessVersion of who can get in: a session begins only while that is still so
 * @property amr by what @see RFC 8176
 */
export type ProvenLogIn = { id: string; accessVersion: number; amr: string[] }

/**
 * @property browserSecret what the browser keeps to be known again
 * @property browser its kind
 * @property isFirst the account was confirmed this moment, so its owner need not be told of a new browser
 */
export type LogIn = Pick<ProvenLogIn, 'id' | 'accessVersion'> & { browserSecret: string; browser: string | null; isFirst: boolean }

/**
 * What a log-in leaves behind: a line in the history, and a mail when the browser is new to this account. The owner is
 * back, so strangers' wrong guesses are forgotten.
 * @param also what else a log-in does in this realm
 * @returns false when who can get in has changed since they proved who they are, or the operator lets nobody in: nobody logged in
 */
export async function recordLogIn(
  accounts: Accounts,
  { id, accessVersion, browserSecret, browser, isFirst }: LogIn,
  also: (tx: Parameters<Accounts['tell']>[0], account: Account) => Promise<void> = async () => {},
): Promise<boolean> {
  const owner = { realm: accounts.realm, id }
  const device = deviceHashOf(browserSecret)
  const email = await transaction(async (tx) => {
    const account = (await holdForChange(tx, owner)) ? await requireAccount(tx, accounts, id) : null
    if (account?.accessVersion !== accessVersion || account.isSuspended) return null
    await accounts.tell(tx, account, 'logged_in', browser)
    await also(tx, account)
    const isKnown = await rememberBrowser(tx, owner, device)
    if (!isKnown && !isFirst) await accounts.tell(tx, account, 'new_device', browser)
    return account.email
  })
  if (email === null) return false
  await liftGuesses({ act: 'password', realm: accounts.realm, subject: email, device })
  await liftGuesses({ act: 'code', realm: accounts.realm, subject: id, device })
  await liftGuesses({ act: 'mailCode', realm: accounts.realm, subject: email, device })
  return true
}
