import { recordAudit } from '#lib/audit/store'
import { countAttempt } from '#lib/core/attempts'
import { prismaTransaction, withDatabase } from '#lib/core/db'
import { type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword, verifyPassword } from '#lib/core/passwords'
import { blindIndex } from '#lib/core/sealed'
import type { Locale } from '#lib/i18n/locales'
import { mailStaff } from './staff-mail'
import { endStaffSessions, findStaffCredentials, findStaffSessions, setStaffPassword } from './staff-store'

const TRIES = 10

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
  const { failures } = await countAttempt(blindIndex('throttle', `change staff ${self.staffId}`), 900)
  if (failures > TRIES) return 'busy'
  const staff = await requireCredentials(self.staffId)
  const fault = passwordFault(next, [staff.email, staff.name, staff.company.name])
  if (fault) return fault
  const verdict = await verifyPassword(staff.passwordHash, current)
  if (verdict !== 'right') return verdict
  const passwordHash = await hashPassword(next)
  if (passwordHash === null) return 'busy'
  await prismaTransaction(async (tx) => {
    await setStaffPassword(tx, self.staffId, passwordHash)
    await endStaffSessions(tx, self.staffId, self.hash)
    await recordAudit(tx, actorOf(self), { action: 'staff.password_changed', target: { kind: 'staff', id: self.staffId } })
    await mailStaff(tx, { id: self.staffId, email: staff.email }, 'staff_password_changed', '/company/recover', locale)
  })
  return 'changed'
}

/** Logs every other browser out. @returns how many there were */
export const endOtherStaffSessions = (self: Self): Promise<number> =>
  prismaTransaction(async (tx) => {
    const count = await endStaffSessions(tx, self.staffId, self.hash)
    if (count > 0) await recordAudit(tx, actorOf(self), { action: 'staff.sessions_ended', target: { kind: 'staff', id: self.staffId } })
    return count
  })
