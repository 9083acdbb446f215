import { transaction } from '#lib/core/db'
import { DEFAULT_LOCALE } from '#lib/i18n/locales'
import { mailPerson } from '#lib/mail/person-mail'
import { PersonVault } from '#lib/users/person'
import { takeToTell } from './store'

const BATCH = 100

/**
 * Tells people that mail waits for them to look at it: how much, and nothing of what it is, whose it is or for which alias. Once a day at
 * most, however much comes, so that nobody can fill a mailbox by writing to an alias.
 */
export async function tellHeld(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await tellSome()) === BATCH);
}

const tellSome = (): Promise<number> =>
  transaction(async (tx) => {
    const people = await takeToTell(tx, BATCH)
    for (const { id, email_sealed, profile_sealed, data_key_sealed, master_key_id, held } of people) {
      const vault = PersonVault.of({ id, dataKeySealed: data_key_sealed, masterKeyId: master_key_id })
      const person = { id, email: vault.openEmail(email_sealed), locale: vault.openProfile(profile_sealed).locale ?? DEFAULT_LOCALE }
      await mailPerson(tx, person, 'mail_held', { values: { count: String(held) }, path: '/account/aliases/held' })
    }
    return people.length
  })
