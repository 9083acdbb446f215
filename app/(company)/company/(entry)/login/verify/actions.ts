'use server'

import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { answerSecondFactor, whoseSecondFactor } from '#lib/accounts/factors/second-factor'
import { noteFailedLogIn } from '#lib/companies/note-failed-log-in'
import { staffAccounts } from '#lib/companies/staff'
import type { Locale } from '#lib/i18n/locales'
import { dropBrowserSecret, readBrowserSecret } from '#lib/session/browser-secret'
import { readClient } from '#lib/session/client'
import { safeReturnPath } from '#lib/session/return-path'
import { requireSameOrigin } from '#lib/session/same-origin'
import { goOn } from '../go-on'

/** The second factor: a one-time code or a recovery code. */
export async function verifyAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const to = safeReturnPath(String(form.get('return_to') ?? ''), '/company')
  const locale = (await getLocale()) as Locale
  const [secret, client] = [await readBrowserSecret('company-second-factor'), await readClient('company-device')]
  const whose = await whoseSecondFactor('staff', secret)
  const outcome = await answerSecondFactor(staffAccounts(locale), secret, String(form.get('code') ?? ''), client)
  if (outcome.kind === 'wrong' && whose) noteFailedLogIn(whose, 'code')
  if (outcome.kind === 'wrong') return { look: 'danger', message: (await getTranslations('verify'))('wrong') }
  if (outcome.kind === 'throttled' || outcome.kind === 'stopped') return { look: 'danger', message: await refusalText(outcome, 'code') }
  await dropBrowserSecret('company-second-factor')
  if (outcome.kind === 'ok') return goOn(outcome, locale, to)
  redirect(`/company/login?return_to=${encodeURIComponent(to)}`)
}
