import { recordAudit } from '#lib/audit/store'
import { countAttempt, forgetAttempts } from '#lib/core/attempts'
import { prismaTransaction, withDatabase } from '#lib/core/db'
import { verifyPassword } from '#lib/core/passwords'
import { blindIndex } from '#lib/core/sealed'
import type { Locale } from '#lib/i18n/locales'
import { mailStaffLink } from './staff-link'
import { findStaffByEmail } from './staff-store'

const ATTEMPTS = 10
const WINDOW_SECONDS = 15 * 60

/** Where the log-in tries of one staff address are counted. */
export const staffThrottle = (email: string) => blindIndex('throttle', `staff ${email}`)

export type StaffLogIn = { kind: 'ok'; staffId: string } | { kind: 'wrong' | 'busy' | 'unconfirmed' } | { kind: 'throttled'; waitSeconds: number }

/** The try is counted before the password is looked at; an unknown address costs the same time and gets the same answer. */
export async function logInStaff(email: string, password: string, locale: Locale): Promise<StaffLogIn> {
  if (email === '' || password === '' || [...password].length > 128) return { kind: 'wrong' }
  const throttle = staffThrottle(email)
  const { failures, waitSeconds } = await countAttempt(throttle, WINDOW_SECONDS)
  if (failures > ATTEMPTS) return { kind: 'throttled', waitSeconds }
  const staff = await withDatabase((db) => findStaffByEmail(db, email))
  const verdict = await verifyPassword(staff?.passwordHash ?? null, password)
  if (verdict === 'busy') return { kind: 'busy' }
  if (verdict === 'wrong' || !staff) return { kind: 'wrong' }
  if (!staff.emailConfirmedAt) {
    await prismaTransaction((tx) => mailStaffLink(tx, { id: staff.id, email }, 'confirm', locale))
    return { kind: 'unconfirmed' }
  }
  await forgetAttempts(throttle)
  await prismaTransaction((tx) =>
    recordAudit(
      tx,
      { companyId: staff.companyId, kind: 'staff', id: staff.id },
      { action: 'staff.logged_in', target: { kind: 'staff', id: staff.id } },
    ),
  )
  return { kind: 'ok', staffId: staff.id }
}
