'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { requireSameOrigin } from '#lib/session/same-origin'
import { dropWaiting, readWaiting } from '#lib/session/waiting'
import { confirmEmail } from '#lib/users/confirm-email'
import { confirmElsewhere } from '#lib/users/mail-code/confirm-elsewhere'
import { formText } from '../../form-text'
import { goOn } from '../../login/go-on'

/** In the browser that registered: on to where it was going. */
export async function confirmAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const waiting = await readWaiting()
  const outcome = await confirmEmail(formText(form, 'token'), waiting?.secret)
  if (outcome.kind !== 'ok' || !waiting) return { look: 'danger', message: (await getTranslations('confirm'))('expired') }
  await dropWaiting()
  return goOn({ ...outcome, isFirst: true }, waiting)
}

/** In any other one: nobody is logged in here, and nothing goes on here. */
export async function confirmElsewhereAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const number = Number(formText(form, 'number'))
  const outcome = await confirmElsewhere(formText(form, 'token'), Number.isInteger(number) && number > 0 ? number : null)
  redirect(outcome === 'expired' ? `/confirm/${encodeURIComponent(formText(form, 'token'))}` : `/confirm/elsewhere?done=${outcome}`)
}
