import type { AccessEvent, Accounts } from '#lib/accounts/accounts'
import type { Prisma } from '#lib/core/db'
import { timesFor } from '#lib/i18n/times'
import { mailPerson } from '#lib/mail/person-mail'
import { MAIL_FACTS, type MailKind } from '#lib/mail/templates/texts'
import { type OpenAccount, openAccount } from './account/open-account'
import { recordActivity } from './activity/store'

const SECURITY = '/account/security'

/** What is mailed, and where its button leads; what is not here stands in the history only. */
const MAILS: Partial<Record<AccessEvent, [kind: MailKind, path: string]>> = {
  new_device: ['new_device', SECURITY],
  password_changed: ['password_changed', '/recover'],
  password_recovered: ['password_changed', '/recover'],
  password_guessed: ['password_guessed', SECURITY],
  password_stopped: ['password_stopped', '/recover'],
  code_guessed: ['code_guessed', '/recover'],
  code_stopped: ['code_stopped', '/recover'],
  passkey_added: ['security_changed', SECURITY],
  passkey_removed: ['security_changed', SECURITY],
  totp_enabled: ['security_changed', SECURITY],
  totp_disabled: ['security_changed', SECURITY],
  recovery_codes_made: ['security_changed', SECURITY],
  recovery_code_used: ['security_changed', SECURITY],
}

/** The accounts of people: all that is theirs is sealed under their own key, and they are told in their history. */
export const PEOPLE: Accounts<OpenAccount> = {
  realm: 'person',
  open: openAccount,
  sealSecret: async (_db, { vault }, text, place) => vault.sealSecret(text, place),
  isFactorRequired: async () => false,
  async tell(tx: Prisma, account, event, browser) {
    await recordActivity(tx, account.id, `account.${event}`, null, browser)
    const [kind, path] = MAILS[event] ?? []
    if (!kind) return
    const words = MAIL_FACTS[account.locale]
    const change = (words.changes as Partial<Record<AccessEvent, string>>)[event] ?? ''
    await mailPerson(tx, account, kind, { values: { change }, path, ...(event === 'new_device' && { facts: browserFacts(account, browser) }) })
  },
}

function browserFacts({ locale, profile }: OpenAccount, browser: string | null | undefined): [string, string][] {
  const words = MAIL_FACTS[locale]
  return [
    [words.when, timesFor({ locale, zones: [profile.zoneinfo] }).namedMoment(new Date())],
    [words.device, browser ?? words.unknownDevice],
  ]
}
