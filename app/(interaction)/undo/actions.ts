'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { requireSameOrigin } from '#lib/session/same-origin'
import { undoEmailChange } from '#lib/users/account/undo-email-change'
import { formText } from '../form-text'

/** Gives the account back to the address it had, and goes on to a new password. */
export async function undoAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const outcome = await undoEmailChange(formText(form, 'token'))
  if (outcome.kind === 'ok') redirect(`/recover/${outcome.recoveryToken}`)
  return { look: 'danger', message: (await getTranslations('undo'))(outcome.kind) }
}
