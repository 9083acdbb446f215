import { type Client, deviceHashOf } from '#lib/accounts/client'
import type { Ask } from '#lib/accounts/throttles/allowances'
import { liftGuesses } from '#lib/accounts/throttles/guesses'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { recordAudit } from '#lib/audit/store'
import { prismaTransaction, withDatabase } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import { hashPassword } from '#lib/core/passwords'
import type { Locale } from '#lib/i18n/locales'
import { changeStaffAccess } from './access/change-staff-access'
import { setStaffPassword } from './access/store'
import type { ProvenStaff } from './log-in-staff'
import { mailStaffLink, staffLinkHash } from './staff-link'
import { mailStaff } from './staff-mail'
import { confirmStaffEmail, findStaffByEmail, findStaffForLogIn, findStaffToken, takeStaffToken } from './staff-store'

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
    await prismaTransaction(async (tx) => {
      const staff = await findStaffByEmail(tx, email)
      if (staff) await mailStaffLink(tx, { id: staff.id, email }, 'recover', locale)
    })
    return { kind: 'mailed' }
  })

/** Whether the link of a mail still leads to a new password. */
export const isStaffRecovery = (token: string): Promise<boolean> =>
  withDatabase(async (db) => (await findStaffToken(db, 'recover', staffLinkHash(token))) !== null)

export type StaffRecovery = ({ kind: 'ok' } & ProvenStaff) | { kind: 'expired' | 'busy' }

/** A new password, which ends every session. The link came by mail, so it confirms the address too, and lifts a lock. */
export async function finishStaffRecovery(token: string, password: string, locale: Locale, client: Client): Promise<StaffRecovery> {
  const passwordHash = await hashPassword(password, client.network)
  if (passwordHash === null) return { kind: 'busy' }
  const owner = await replacePassword(token, passwordHash, locale)
  if (!owner) return { kind: 'expired' }
  const device = client.device === undefined ? null : deviceHashOf(client.device)
  await liftGuesses({ act: 'password', realm: 'staff', subject: owner.email, device })
  return { kind: 'ok', staffId: owner.staffId, accessVersion: owner.accessVersion + 1 }
}

async function replacePassword(token: string, passwordHash: string, locale: Locale) {
  const hash = staffLinkHash(token)
  const link = await withDatabase((db) => findStaffToken(db, 'recover', hash))
  if (!link) return null
  return changeStaffAccess(link.staffId, null, async (tx) => {
    const owner = await takeStaffToken(tx, 'recover', hash)
    if (!owner) return null
    const { staffId, companyId, email } = owner
    await setStaffPassword(tx, staffId, passwordHash)
    await confirmStaffEmail(tx, staffId)
    await recordAudit(tx, { companyId, kind: 'staff', id: staffId }, { action: 'staff.password_recovered', target: { kind: 'staff', id: staffId } })
    await mailStaff(tx, { id: staffId, email }, 'staff_password_changed', '/company/recover', locale)
    return owner
  })
}
