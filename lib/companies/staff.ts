import type { AccessEvent, Account, Accounts } from '#lib/accounts/accounts'
import { recordAudit } from '#lib/audit/store'
import { type Prisma, withDatabase } from '#lib/core/db'
import { DataKey, type Place } from '#lib/core/sealed'
import type { Locale } from '#lib/i18n/locales'
import { timesFor } from '#lib/i18n/times'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import { noteFailedProof } from './note-failed-log-in'
import { mailStaff, type StaffMail } from './staff-mail'
import { findStaffAccount, keepDataKey } from './staff-store'

/** A member of staff, opened. */
export type StaffAccount = Account & { companyId: string; companyName: string }

const SECURITY = '/company/security'

/** What is mailed, and where its button leads; what is not here stands in the audit log only. */
const MAILS: Partial<Record<AccessEvent, [kind: StaffMail, path: string]>> = {
  new_device: ['staff_new_device', SECURITY],
  password_changed: ['staff_password_changed', '/company/recover'],
  password_recovered: ['staff_password_changed', '/company/recover'],
  password_guessed: ['staff_password_guessed', '/company/recover'],
  password_stopped: ['staff_password_stopped', '/company/recover'],
  code_guessed: ['staff_code_guessed', '/company/recover'],
  code_stopped: ['staff_code_stopped', '/company/recover'],
  passkey_added: ['staff_security_changed', SECURITY],
  passkey_removed: ['staff_security_changed', SECURITY],
  totp_enabled: ['staff_security_changed', SECURITY],
  totp_disabled: ['staff_security_changed', SECURITY],
  recovery_codes_made: ['staff_security_changed', SECURITY],
  recovery_code_used: ['staff_security_changed', SECURITY],
}

/** What strangers did is not the member's doing. */
const BY_STRANGERS: ReadonlySet<AccessEvent> = new Set(['password_guessed', 'password_stopped', 'code_guessed', 'code_stopped'])

const dataKeyPlace = (id: string): Place => ({ table: 'staff_members', row: id, column: 'data_key_sealed' })

/** The key of a member's own, which opens what is secret in their account. */
export const createStaffKey = (id: string) => DataKey.create(id, dataKeyPlace(id))

export const openStaffKey = (id: string, sealed: Uint8Array, masterKeyId: string) => DataKey.unwrap(id, sealed, masterKeyId, dataKeyPlace(id))

/**
 * The accounts of company staff: what is secret in one is sealed under a key of its own, and the company's audit log tells
 * what happened.
 * @param locale in which mails are written: staff have no language of their own, so it is the page's
 */
export const staffAccounts = (locale: Locale): Accounts<StaffAccount> => ({
  realm: 'staff',
  open: openStaff,
  noteFailedProof,
  isFactorRequired: async (tx, { id }) => (await findStaffAccount(tx, id))?.company.requiresSecondFactor === true,
  async sealSecret(db, { id }, text, place) {
    const kept = await keepDataKey(db, id, createStaffKey(id).sealed)
    return openStaffKey(id, kept.sealed, kept.masterKeyId).seal(text, place)
  },
  async tell(tx, account, event, browser) {
    const { id, companyId } = account
    const actor = BY_STRANGERS.has(event) ? { companyId, kind: 'system', id: null } : { companyId, kind: 'staff', id }
    await recordAudit(tx, actor, { action: `staff.${event}`, target: { kind: 'staff', id } })
    const [kind, path] = MAILS[event] ?? []
    if (!kind || !path) return
    const words = MAIL_FACTS[locale]
    const change = (words.changes as Partial<Record<AccessEvent, string>>)[event] ?? ''
    const facts = event === 'new_device' ? browserFacts(locale, account, browser) : undefined
    await mailStaff(tx, account, kind, path, locale, { values: { change, company: account.companyName }, facts })
  },
})

/** Whether the operator suspended their company; said to whoever proved that the account is theirs, and to nobody else. */
export const isStaffSuspended = async (id: string): Promise<boolean> =>
  (await withDatabase((db) => findStaffAccount(db, id)))?.company.suspendedAt != null

/** null when the member is gone */
export async function openStaff(db: Prisma, id: string): Promise<StaffAccount | null> {
  const row = await findStaffAccount(db, id)
  if (!row) return null
  const { company, totp, dataKeySealed, masterKeyId, ...account } = row
  return {
    ...account,
    // One device may hold passkeys of several companies and of the person themselves.
    name: `${row.email} (${company.name})`,
    ownWords: [row.name, company.name],
    hasTotp: totp?.confirmedAt != null,
    isSuspended: company.suspendedAt !== null,
    companyName: company.name,
    openSecret: (sealed, place) => {
      if (!dataKeySealed) throw new Error(`staff member ${id} has a sealed secret and no key`)
      return openStaffKey(id, dataKeySealed, masterKeyId).open(sealed, place)
    },
  }
}

/** Nobody knows where a member of staff is, so the time says its zone. */
function browserFacts(locale: Locale, { companyName }: StaffAccount, browser: string | null | undefined): [string, string][] {
  const words = MAIL_FACTS[locale]
  return [
    [words.company, companyName],
    [words.when, timesFor({ locale, zones: [] }).namedMoment(new Date())],
    [words.device, browser ?? words.unknownDevice],
  ]
}
