import { newsOf } from '#lib/accounts/throttles/guesses'
import { recordAudit } from '#lib/audit/store'
import { prismaTransaction } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import type { Locale } from '#lib/i18n/locales'
import { mailStaff } from './staff-mail'

const FLOOR_MS = 150

/**
 * Tells a member of staff by mail, and their company in its log, when wrong guesses at a password have become many. The
 * answer that brought the number takes as long where there is nobody to tell.
 * @param staff null when the address is nobody's
 */
export async function tellStaffOfGuesses(
  staff: { id: string; companyId: string; email: string } | null,
  tries: number,
  locale: Locale,
): Promise<void> {
  const news = newsOf('password', tries)
  if (!news) return
  await inEvenTime(FLOOR_MS, async () => {
    if (!staff) return
    const { id, companyId, email } = staff
    await prismaTransaction(async (tx) => {
      await recordAudit(tx, { companyId, kind: 'system', id: null }, { action: `staff.password_${news.kind}`, target: { kind: 'staff', id } })
      await mailStaff(tx, { id, email }, `staff_password_${news.kind}`, '/company/recover', locale)
    })
  })
}
