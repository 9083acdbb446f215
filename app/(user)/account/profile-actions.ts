'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireUser } from '#lib/session/user-session'
import { changeProfile } from '#lib/users/account/change-profile'
import { PROFILE_FIELDS } from '#lib/users/schema'

export async function changeProfileAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const session = await requireUser('/account')
  const t = await getTranslations('profile')
  const typed = Object.fromEntries(PROFILE_FIELDS.map((name) => [name, String(form.get(name) ?? '')]))
  const fault = await changeProfile(session.userId, typed)
  if (fault === null) redirect('/account?done=saved')
  const field = PROFILE_FIELDS.find((name) => name === fault) ?? 'given_name'
  return { look: 'danger', message: t('fault', { field: t(field) }), values: typed }
}
