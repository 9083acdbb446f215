import { deviceHashOf } from '#lib/accounts/client'
import type { Prisma } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { blindIndex } from '#lib/core/sealed'
import type { Locale } from '#lib/i18n/locales'
import { mailStaff } from './staff-mail'
import { replaceStaffToken } from './staff-store'

/** Links that prove an address: used once, stored as a keyed hash. A newer link ends the older one. */
const LIFE_SECONDS = { confirm: 24 * 3600, recover: 3600 } as const

export const staffLinkHash = (token: string) => blindIndex('session', `staff-link ${token}`)

export const browserHash = deviceHashOf

/** @param browserSecret known to the browser that asked, which then needs the link only */
export async function mailStaffLink(
  tx: Prisma,
  staff: { id: string; email: string },
  purpose: keyof typeof LIFE_SECONDS,
  locale: Locale,
  browserSecret?: string,
): Promise<void> {
  const token = randomBase62(43)
  await replaceStaffToken(tx, {
    tokenHash: staffLinkHash(token),
    staffId: staff.id,
    purpose,
    browserHash: browserSecret ? browserHash(browserSecret) : null,
    seconds: LIFE_SECONDS[purpose],
  })
  await mailStaff(tx, staff, `staff_${purpose}`, `/company/${purpose}/${token}`, locale)
}
