'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireRecentUser, requireUser } from '#lib/session/user-session'
import { changeEmail, requestEmailChange } from '#lib/users/account/change-email'

export async function requestEmailChangeAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const session = await requireRecentUser('/account')
  const t = await getTranslations('changeEmail')
  const typed = String(form.get('new_email') ?? '')
  const outcome = await requestEmailChange(session.userId, typed)
  if (outcome.kind === 'mailed') return { look: 'info', message: t('sent', { email: outcome.email }) }
  return { look: 'danger', message: t(outcome.kind), values: { new_email: typed } }
}

export async function changeEmailAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const session = await requireUser('/account')
  if (await changeEmail(session.userId, String(form.get('token') ?? ''))) redirect('/account?done=email')
  return { look: 'danger', message: (await getTranslations('changeEmail'))('expired') }
}
