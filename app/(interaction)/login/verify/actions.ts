'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { answerSecondFactor } from '#lib/accounts/factors/second-factor'
import { dropBrowserSecret, readBrowserSecret } from '#lib/session/browser-secret'
import { readClient } from '#lib/session/client'
import { requireSameOrigin } from '#lib/session/same-origin'
import { PEOPLE } from '#lib/users/people'
import { formText } from '../../form-text'
import { destinationFrom, entryPath } from '../../where-to'
import { goOn } from '../go-on'

/** The second factor: a one-time code or a recovery code. */
export async function verifyAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const to = destinationFrom(form)
  const t = await getTranslations('verify')
  const outcome = await answerSecondFactor(PEOPLE, await readBrowserSecret('second-factor'), formText(form, 'code'), await readClient())
  if (outcome.kind === 'wrong') return { look: 'danger', message: t('wrong'), field: 'code' }
  if (outcome.kind === 'throttled' || outcome.kind === 'stopped')
    return { look: 'danger', message: await refusalText(outcome, 'code'), field: 'code' }
  await dropBrowserSecret('second-factor')
  if (outcome.kind === 'ok') return goOn(outcome, to)
  redirect(entryPath('/login', to))
}
