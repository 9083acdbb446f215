'use server'

import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { dropBrowserSecret, readBrowserSecret } from '#lib/session/browser-secret'
import { requireSameOrigin } from '#lib/session/same-origin'
import { confirmEmail } from '#lib/users/confirm-email'
import { formText } from '../../form-text'
import { goOn } from '../../login/go-on'

export async function confirmAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const outcome = await confirmEmail(formText(form, 'token'), await readBrowserSecret('registration'), formText(form, 'password'))
  if (outcome.kind !== 'ok') return { look: 'danger', message: (await getTranslations('confirm'))(outcome.kind) }
  await dropBrowserSecret('registration')
  return goOn({ ...outcome, isFirst: true }, { interactionId: outcome.interactionId ?? undefined, returnTo: '/account?welcome=1' })
}
