import { recordAudit } from '#lib/audit/store'
import { countAttempt, forgetAttempts } from '#lib/core/attempts'
import { type Prisma, prismaTransaction } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import { hashPassword } from '#lib/core/passwords'
import { blindIndex } from '#lib/core/sealed'
import type { Locale } from '#lib/i18n/locales'
import { staffThrottle } from './log-in-staff'
import { mailStaffLink, staffLinkHash } from './staff-link'
import { mailStaff } from './staff-mail'
import { confirmStaffEmail, endStaffSessions, findStaffByEmail, setStaffPassword, takeStaffToken } from './staff-store'

const MAILS_AN_HOUR = 5
const FLOOR_MS = 300

/** Mails a recovery link. Neither the answer nor its time tells whether the address is known. */
export const startStaffRecovery = (email: string, locale: Locale): Promise<void> =>
  inEvenTime(FLOOR_MS, async () => {
    const { failures } = await countAttempt(blindIndex('throttle', `recover staff ${email}`), 3600)
    if (failures > MAILS_AN_HOUR) return
    await prismaTransaction(async (tx) => {
      const staff = await findStaffByEmail(tx, email)
      if (staff) await mailStaffLink(tx, { id: staff.id, email }, 'recover', locale)
    })
  })

export type StaffRecovery = { kind: 'ok'; staffId: string } | { kind: 'expired' | 'busy' }

/** A new password, which ends every session. The link came by mail, so it confirms the address too, and lifts a lock. */
export async function finishStaffRecovery(token: string, password: string, locale: Locale): Promise<StaffRecovery> {
  const passwordHash = await hashPassword(password)
  if (passwordHash === null) return { kind: 'busy' }
  const owner = await prismaTransaction((tx) => replacePassword(tx, token, passwordHash, locale))
  if (!owner) return { kind: 'expired' }
  await forgetAttempts(staffThrottle(owner.email))
  return { kind: 'ok', staffId: owner.staffId }
}

async function replacePassword(tx: Prisma, token: string, passwordHash: string, locale: Locale) {
  const owner = await takeStaffToken(tx, 'recover', staffLinkHash(token))
  if (!owner) return null
  const { staffId, companyId, email } = owner
  await setStaffPassword(tx, staffId, passwordHash)
  await endStaffSessions(tx, staffId)
  await confirmStaffEmail(tx, staffId)
  await recordAudit(tx, { companyId, kind: 'staff', id: staffId }, { action: 'staff.password_recovered', target: { kind: 'staff', id: staffId } })
  await mailStaff(tx, { id: staffId, email }, 'staff_password_changed', '/company/recover', locale)
  return owner
}
