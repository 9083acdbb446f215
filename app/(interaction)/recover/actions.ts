'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { requireSameOrigin } from '#lib/session/same-origin'
import { recover, requestRecovery } from '#lib/users/recover'
import { formText, withQuery } from '../form-text'

export async function requestRecoveryAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  await requestRecovery(formText(form, 'email'), formText(form, 'interaction') || undefined)
  redirect('/recover?sent=1')
}

export async function recoverAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const t = await getTranslations('recover')
  const faults = await getTranslations('passwordFault')
  const outcome = await recover(formText(form, 'token'), formText(form, 'password'))
  if (outcome.kind === 'unfit_password') return { look: 'danger', message: faults(outcome.fault, { minimum: outcome.minimum }) }
  if (outcome.kind !== 'ok') return { look: 'danger', message: t(outcome.kind) }
  redirect(withQuery('/login', { recovered: '1', interaction: outcome.interactionId ?? undefined }))
}
