import { redirect } from 'next/navigation'
import { beginSecondFactor } from '#lib/accounts/factors/second-factor'
import type { RightPassword } from '#lib/companies/log-in-staff'
import type { Locale } from '#lib/i18n/locales'
import { keepBrowserSecret } from '#lib/session/browser-secret'
import { startStaffSession } from '#lib/session/staff-session'

/** After the right password: to where the member was going, or to the second factor first. */
export async function goOn(outcome: RightPassword, locale: Locale, to: string): Promise<never> {
  if (outcome.kind === 'second_factor') {
    await keepBrowserSecret('company-second-factor', await beginSecondFactor('staff', outcome))
    redirect(`/company/login/verify?return_to=${encodeURIComponent(to)}`)
  }
  await startStaffSession(outcome, locale)
  redirect(to)
}
