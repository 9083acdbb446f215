import { deviceHashOf } from '#lib/accounts/client'
import { CONFIRM_SECONDS, RECOVERY_SECONDS } from '#lib/accounts/links/lifetimes'
import { endOtherLinks, insertLink } from '#lib/accounts/links/store'
import type { Prisma } from '#lib/core/db'
import { issueSecret } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import type { Locale } from '#lib/i18n/locales'
import { mailStaff } from './staff-mail'

/** Links that prove an address: used once, stored as a keyed hash. A newer link ends the older one. */
const LIFE_SECONDS = { confirm: CONFIRM_SECONDS, recover: RECOVERY_SECONDS } as const

/** @param browserSecret known to the browser that asked, which then needs the link only */
export async function mailStaffLink(
  tx: Prisma,
  staff: { id: string; email: string },
  purpose: keyof typeof LIFE_SECONDS,
  locale: Locale,
  browserSecret?: string,
): Promise<void> {
  const owner = { realm: 'staff', id: staff.id } as const
  const { secret: token, hash: tokenHash } = issueSecret('sgm', shardOf(staff.id))
  const browserHash = browserSecret === undefined ? undefined : deviceHashOf(browserSecret)
  await insertLink(tx, owner, null, { tokenHash, purpose, browserHash, lifetimeSeconds: LIFE_SECONDS[purpose] })
  await endOtherLinks(tx, owner, purpose, [tokenHash])
  await mailStaff(tx, staff, `staff_${purpose}`, `/company/${purpose}/${token}`, locale)
}
