'use server'

import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { changeStaffPassword, endOtherStaffSessions } from '#lib/companies/staff-account'
import type { Locale } from '#lib/i18n/locales'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireStaff } from '#lib/session/staff-session'

const PAGE = '/company/account'

export async function changePasswordAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const session = await requireStaff(PAGE)
  const [current, next] = ['current_password', 'new_password'].map((name) => String(form.get(name) ?? '')) as [string, string]
  const outcome = await changeStaffPassword(session, current, next, (await getLocale()) as Locale)
  if (outcome === 'changed') redirect(`${PAGE}?done=password`)
  const message = outcome === 'wrong' ? (await getTranslations('staffAccount'))('wrong') : (await getTranslations('companyEntry'))(outcome)
  return { look: 'danger', message }
}

export async function endOtherSessionsAction(): Promise<never> {
  await requireSameOrigin()
  await endOtherStaffSessions(await requireStaff(PAGE))
  redirect(`${PAGE}?done=sessions`)
}
