'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { keepBrowserSecret } from '#lib/session/browser-secret'
import { readClient } from '#lib/session/client'
import { requireSameOrigin } from '#lib/session/same-origin'
import { recover, requestRecovery } from '#lib/users/recover'
import { formText, withQuery } from '../form-text'

export async function requestRecoveryAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const email = formText(form, 'email')
  const outcome = await requestRecovery(email, await readClient(), formText(form, 'interaction') || undefined)
  if (outcome.kind !== 'mailed') return { look: 'danger', message: await refusalText(outcome, 'mail'), values: { email } }
  redirect('/recover?sent=1')
}

export async function recoverAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const t = await getTranslations('recover')
  const faults = await getTranslations('passwordFault')
  const outcome = await recover(formText(form, 'token'), formText(form, 'password'), {
    ...(await readClient()),
    device: await keepBrowserSecret('device'),
  })
  if (outcome.kind === 'unfit_password') return { look: 'danger', message: faults(outcome.fault, { minimum: outcome.minimum }) }
  if (outcome.kind !== 'ok') return { look: 'danger', message: t(outcome.kind) }
  redirect(withQuery('/login', { recovered: '1', interaction: outcome.interactionId ?? undefined }))
}
