'use server'

import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { DEFAULT_LOCALE, isLocale } from '#lib/i18n/locales'
import { keepBrowserSecret } from '#lib/session/browser-secret'
import { readClient } from '#lib/session/client'
import { requireSameOrigin } from '#lib/session/same-origin'
import { register } from '#lib/users/register'
import { formText } from '../form-text'

export async function registerAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const t = await getTranslations('register')
  const faults = await getTranslations('passwordFault')
  const locale = await getLocale()
  const email = formText(form, 'email')
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, values: { email } })
  const registration = {
    email,
    password: formText(form, 'password'),
    locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
    interactionId: formText(form, 'interaction') || undefined,
  }
  const outcome = await register(registration, await readClient())
  if (outcome.kind === 'invalid_email') return refuse(t('invalidEmail'))
  if (outcome.kind === 'unfit_password') return refuse(faults(outcome.fault, { minimum: 15 }))
  if (outcome.kind === 'busy') return refuse(t('busy'))
  if (outcome.kind !== 'mailed') return refuse(await refusalText(outcome, 'mail'))
  await keepBrowserSecret('registration', outcome.browserSecret)
  redirect('/register?sent=1')
}
