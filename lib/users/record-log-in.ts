import { deviceHashOf } from '#lib/accounts/client'
import { liftGuesses } from '#lib/accounts/throttles/guesses'
import { prismaTransaction } from '#lib/core/db'
import { restoreGrantsOf } from '#lib/grants/end-grants'
import { mailPerson } from '#lib/mail/person-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import { holdForChange } from './access/store'
import { openAccount } from './account/open-account'
import { callOffDeletion, rememberDevice } from './account/store'
import { recordActivity } from './activity/store'

/** @param deviceSecret what the browser keeps to be known again */
export type LogIn = { userId: string; accessVersion: number; deviceSecret: string; device: string | null; isFirst: boolean }

/**
 * What a log-in leaves behind: a line in the history, a mail when the browser is new to this account, and the end of a
 * planned deletion. The owner is back, so strangers' wrong guesses are forgotten.
 * @returns false when who can get in has changed since they proved who they are: nobody logged in
 */
export async function recordLogIn({ userId, accessVersion, deviceSecret, device, isFirst }: LogIn): Promise<boolean> {
  const browser = deviceHashOf(deviceSecret)
  const email = await prismaTransaction(async (tx) => {
    const account = (await holdForChange(tx, userId)) ? await openAccount(tx, userId) : null
    if (account?.accessVersion !== accessVersion) return null
    await recordActivity(tx, userId, 'account.logged_in')
    if (await callOffDeletion(tx, userId)) await restoreGrantsOf(tx, userId)
    const isKnown = await rememberDevice(tx, userId, browser)
    if (isKnown || isFirst) return account.email
    await recordActivity(tx, userId, 'account.new_device')
    const words = MAIL_FACTS[account.locale]
    const when = new Intl.DateTimeFormat(account.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: account.profile.zoneinfo ?? 'UTC' })
    const facts: [string, string][] = [
      [words.when, when.format(new Date())],
      [words.device, device ?? words.unknownDevice],
    ]
    await mailPerson(tx, account, 'new_device', { facts, path: '/account/security' })
    return account.email
  })
  if (email === null) return false
  await liftGuesses({ act: 'password', realm: 'person', subject: email, device: browser })
  await liftGuesses({ act: 'code', realm: 'person', subject: userId, device: browser })
  return true
}
