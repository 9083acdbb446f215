import { recordAudit } from '#lib/audit/store'
import { type Prisma, prismaTransaction } from '#lib/core/db'
import { hashPassword } from '#lib/core/passwords'
import { randomBase62 } from '#lib/core/random-id'
import { blindIndex } from '#lib/core/sealed'
import type { Locale } from '#lib/i18n/locales'
import { mailStaff } from './staff-mail'
import { confirmStaffEmail, findStaffByEmail, replaceStaffPassword, replaceStaffToken, takeStaffToken } from './staff-store'

/** Links that prove an address: used once, stored as a keyed hash. A newer link ends the older one. */
const LIFE_SECONDS = { confirm: 24 * 3600, recover: 3600 } as const

type Purpose = keyof typeof LIFE_SECONDS

const hashOf = (token: string) => blindIndex('session', `staff-link ${token}`)

export async function mailStaffLink(tx: Prisma, staff: { id: string; email: string }, purpose: Purpose, locale: Locale): Promise<void> {
  const token = randomBase62(43)
  await replaceStaffToken(tx, staff.id, purpose, hashOf(token), LIFE_SECONDS[purpose])
  await mailStaff(tx, staff, `staff_${purpose}`, `/company/${purpose}/${token}`, locale)
}

/** @returns who confirmed, or null when the link is no longer good */
export const confirmStaff = (token: string) =>
  prismaTransaction(async (tx) => {
    const owner = await takeStaffToken(tx, 'confirm', hashOf(token))
    if (!owner) return null
    await confirmStaffEmail(tx, owner.staffId)
    await recordAudit(
      tx,
      { companyId: owner.companyId, kind: 'staff', id: owner.staffId },
      { action: 'staff.confirmed', target: { kind: 'staff', id: owner.staffId } },
    )
    return owner.staffId
  })

/** Mails a recovery link; says nothing about whether the address is known. */
export const startStaffRecovery = (email: string, locale: Locale) =>
  prismaTransaction(async (tx) => {
    const staff = await findStaffByEmail(tx, email)
    if (staff) await mailStaffLink(tx, { id: staff.id, email }, 'recover', locale)
  })

/** A new password. The link came by mail, so it confirms the address too. @returns who it was, or null */
export async function finishStaffRecovery(token: string, password: string): Promise<string | null> {
  const passwordHash = await hashPassword(password)
  return prismaTransaction(async (tx) => {
    const owner = await takeStaffToken(tx, 'recover', hashOf(token))
    if (!owner) return null
    await replaceStaffPassword(tx, owner.staffId, passwordHash)
    await confirmStaffEmail(tx, owner.staffId)
    await recordAudit(
      tx,
      { companyId: owner.companyId, kind: 'staff', id: owner.staffId },
      { action: 'staff.password_changed', target: { kind: 'staff', id: owner.staffId } },
    )
    return owner.staffId
  })
}
