import { prismaTransaction } from '#lib/core/db'
import { blindIndex } from '#lib/core/sealed'
import { mailPerson } from '#lib/mail/person-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import { openAccount } from './account/open-account'
import { callOffDeletion, rememberDevice } from './account/store'
import { recordActivity } from './activity/store'

/** @param deviceSecret what the browser keeps to be known again */
export type LogIn = { userId: string; deviceSecret: string; device: string | null; isFirst: boolean }

/**
 * What a log-in leaves behind: a line in the history, a mail when the browser is new to this account, and the end of a
 * planned deletion.
 */
export async function recordLogIn({ userId, deviceSecret, device, isFirst }: LogIn): Promise<void> {
  await prismaTransaction(async (tx) => {
    const account = await openAccount(tx, userId)
    if (!account) return
    await recordActivity(tx, userId, 'account.logged_in')
    if (await callOffDeletion(tx, userId)) await recordActivity(tx, userId, 'account.deletion_called_off')
    const isKnown = await rememberDevice(tx, userId, blindIndex('device', deviceSecret))
    if (isKnown || isFirst) return
    await recordActivity(tx, userId, 'account.new_device')
    const words = MAIL_FACTS[account.locale]
    const when = new Intl.DateTimeFormat(account.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: account.profile.zoneinfo ?? 'UTC' })
    const facts: [string, string][] = [
      [words.when, when.format(new Date())],
      [words.device, device ?? words.unknownDevice],
    ]
    await mailPerson(tx, account, 'new_device', { facts, path: '/account/security' })
  })
}
