import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { recordAudit } from '#lib/audit/store'
import { withDatabase } from '#lib/core/db'
import { type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword, verifyPassword } from '#lib/core/passwords'
import type { Locale } from '#lib/i18n/locales'
import { changeStaffAccess } from './access/change-staff-access'
import { setStaffPassword } from './access/store'
import { mailStaff } from './staff-mail'
import { findStaffCredentials, findStaffSessions } from './staff-store'

/** Whoever is logged in, and where. */
type Self = { hash: Buffer<ArrayBuffer>; staffId: string; companyId: string }

const actorOf = ({ companyId, staffId }: Self) => ({ companyId, kind: 'staff', id: staffId })

async function requireCredentials(staffId: string) {
  const staff = await withDatabase((db) => findStaffCredentials(db, staffId))
  if (!staff) throw new Error('the member of staff of a live session is gone')
  return staff
}

/** A member of staff's own account: the address, and the browsers that are logged in. */
export async function readStaffAccount(self: Self) {
  const { email } = await requireCredentials(self.staffId)
  const sessions = await withDatabase((db) => findStaffSessions(db, self.staffId))
  return {
    email,
    sessions: sessions.map(({ id_hash, created_at, last_seen_at }) => ({
      isThisOne: self.hash.equals(id_hash),
      since: created_at,
      lastSeenAt: last_seen_at,
    })),
  }
}

export type StaffPasswordOutcome = 'changed' | 'wrong' | 'busy' | PasswordFault

/** Replaces the password and ends every other session. */
export async function changeStaffPassword(self: Self, current: string, next: string, locale: Locale): Promise<StaffPasswordOutcome> {
  const allowance = await takeAllowance({ act: 'reauthentication', realm: 'staff', by: 'account', subject: self.staffId })
  if (allowance.kind !== 'taken') return 'busy'
  const staff = await requireCredentials(self.staffId)
  const fault = passwordFault(next, [staff.email, staff.name, staff.company.name])
  if (fault) return fault
  const verdict = await verifyPassword(staff.passwordHash, current)
  if (verdict !== 'right') return verdict
  const passwordHash = await hashPassword(next)
  if (passwordHash === null) return 'busy'
  const isDone = await changeStaffAccess(self.staffId, self.hash, async (tx) => {
    // The password that was typed belongs to the account as it was then.
    if ((await findStaffCredentials(tx, self.staffId))?.accessVersion !== staff.accessVersion) return null
    await setStaffPassword(tx, self.staffId, passwordHash)
    await recordAudit(tx, actorOf(self), { action: 'staff.password_changed', target: { kind: 'staff', id: self.staffId } })
    await mailStaff(tx, { id: self.staffId, email: staff.email }, 'staff_password_changed', '/company/recover', locale)
    return true
  })
  return isDone ? 'changed' : 'busy'
}

/** Logs every other browser out, and ends every link that waits. @returns how many sessions there were */
export async function endOtherStaffSessions(self: Self): Promise<number> {
  const ended = await changeStaffAccess(self.staffId, self.hash, async (tx, end) => {
    const { sessions } = await end()
    if (sessions > 0) await recordAudit(tx, actorOf(self), { action: 'staff.sessions_ended', target: { kind: 'staff', id: self.staffId } })
    return sessions
  })
  return ended ?? 0
}
