import { stillHasAddress } from '#lib/accounts/addresses/claim-address'
import { findByAddress } from '#lib/accounts/addresses/find-holder'
import { type Client, deviceHashOf } from '#lib/accounts/client'
import { changeAccess } from '#lib/accounts/credentials/change-access'
import { setPasswordHash } from '#lib/accounts/credentials/store'
import { consumeLink, findLink } from '#lib/accounts/links/store'
import type { Ask } from '#lib/accounts/throttles/allowances'
import { endGuessing } from '#lib/accounts/throttles/end-guessing'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { transaction, withDatabase } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import { MIN_ALONE, MIN_WITH_SECOND_FACTOR, type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword } from '#lib/core/passwords'
import { secretHashes } from '#lib/core/secret-token'
import type { Locale } from '#lib/i18n/locales'
import { provenBy, type RightPassword } from './log-in-staff'
import { openStaff, staffAccounts } from './staff'
import { STAFF_ADDRESSES } from './staff-addresses'
import { mailStaffLink } from './staff-link'
import { confirmStaffEmail, findStaffForLogIn } from './staff-store'

const FLOOR_MS = 300

/** Mails a recovery link. Neither the answer nor its time tells whether the address is known. */
export const startStaffRecovery = (email: string, locale: Locale, client: Client): Promise<{ kind: 'mailed' } | Refusal> =>
  inEvenTime(FLOOR_MS, async () => {
    const device = client.device === undefined ? null : deviceHashOf(client.device)
    const isOwnBrowser = (await findStaffForLogIn(email, device))?.isKnownDevice === true
    const shared: Ask[] = [
      { act: 'recovery', realm: 'staff', by: 'network', subject: client.network },
      { act: 'recovery', realm: 'staff', by: 'service', subject: '' },
    ]
    const allowance = await takeAllowance(...(isOwnBrowser ? [] : shared), { act: 'recovery', realm: 'staff', by: 'account', subject: email })
    if (allowance.kind !== 'taken') return allowance
    const staff = await findByAddress(STAFF_ADDRESSES, email)
    if (staff) await transaction((tx) => mailStaffLink(tx, { id: staff.id, email }, 'recover', locale))
    return { kind: 'mailed' }
  })

/** What the page behind a recovery link asks for; null when the link is no longer good. */
export async function readStaffRecovery(token: string): Promise<{ minimum: number } | null> {
  const account = await findOwner(token)
  return account && { minimum: minimumOf(account) }
}

const minimumOf = ({ hasTotp }: { hasTotp: boolean }) => (hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE)

const findOwner = async (token: string) => {
  const link = await findLink('staff', secretHashes('sgm', token), 'recover')
  return link && withDatabase((db) => openStaff(db, link.ownerId))
}

export type StaffRecovery = RightPassword | { kind: 'unfit_password'; fault: PasswordFault; minimum: number } | { kind: 'expired' } | { kind: 'busy' }

/**
 * A new password, which ends every session. The link came by mail, so it confirms the address too, and lifts a lock. A
 * second factor is asked for as ever.
 */
export async function finishStaffRecovery(token: string, password: string, locale: Locale, client: Client): Promise<StaffRecovery> {
  const accounts = staffAccounts(locale)
  const account = await findOwner(token)
  if (!account) return { kind: 'expired' }
  const minimum = minimumOf(account)
  const fault = passwordFault(password, [account.email, ...account.ownWords], minimum)
  if (fault) return { kind: 'unfit_password', fault, minimum }
  const passwordHash = await hashPassword(password, client.network)
  if (passwordHash === null) return { kind: 'busy' }
  const owner = { realm: 'staff', id: account.id } as const
  if (!(await stillHasAddress(STAFF_ADDRESSES, account.id))) return { kind: 'expired' }
  const hasTotp = await changeAccess(owner, null, async (tx) => {
    if (!(await consumeLink(tx, owner, secretHashes('sgm', token), 'recover'))) return null
    await setPasswordHash(tx, owner, passwordHash)
    await confirmStaffEmail(tx, account.id)
    await accounts.tell(tx, account, 'password_recovered')
    return (await accounts.open(tx, account.id))?.hasTotp === true
  })
  if (hasTotp === null) return { kind: 'expired' }
  await endGuessing('staff', account, client.device === undefined ? null : deviceHashOf(client.device))
  return provenBy({ id: account.id, accessVersion: account.accessVersion + 1, hasTotp })
}
