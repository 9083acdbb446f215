'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { requireSameOrigin } from '#lib/session/same-origin'
import { dropWaiting, readAllWaiting } from '#lib/session/waiting'
import { confirmEmail, readConfirmation } from '#lib/users/confirm-email'
import { confirmElsewhere } from '#lib/users/mail-code/confirm-elsewhere'
import { formText } from '../../form-text'
import { goOn } from '../../login/go-on'

/** In the browser that registered: on to where it was going. */
export async function confirmAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const token = formText(form, 'token')
  const all = await readAllWaiting()
  const link = await readConfirmation(
    token,
    all.map(({ secret }) => secret),
  )
  const waiting = all.find(({ secret }) => secret === link?.askedWith)
  const outcome = await confirmEmail(token, waiting?.secret)
  if (outcome.kind !== 'ok' || !waiting) return { look: 'danger', message: (await getTranslations('confirm'))('expired') }
  await dropWaiting(waiting.id)
  return goOn({ ...outcome, isFirst: true }, waiting)
}

/** In any other one: nobody is logged in here, and nothing goes on here. */
export async function confirmElsewhereAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const number = Number(formText(form, 'number'))
  const outcome = await confirmElsewhere(formText(form, 'token'), Number.isInteger(number) && number > 0 ? number : null)
  redirect(outcome === 'expired' ? `/confirm/${encodeURIComponent(formText(form, 'token'))}` : `/confirm/elsewhere?done=${outcome}`)
}
